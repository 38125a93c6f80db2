import { IsEnum, IsOptional, Length, Matches } from "class-validator";
import { err, ok, Skill, Tool, ToolContext, type Int, type Result } from "@skills/core";
import { totalCents, type Order, type OrderId, type Shop } from "../shop";

const WINDOW_DAYS = 14;
const DAY_MS = 86_400_000;

export enum RefundReason {
  Damaged = "damaged",
  WrongItem = "wrong_item",
  ChangedMind = "changed_mind",
}

/** What a refund is asked for with. */
export class RefundRequest {
  /** The order's number, e.g. A17 */
  @Matches(/^A\d{1,4}$/)
  orderId!: OrderId;

  /** Why the customer sends it back */
  @IsEnum(RefundReason)
  reason!: RefundReason;

  /** What the customer says, in their own words */
  @IsOptional()
  @Length(1, 300)
  note?: string;
}

/** The shop's rules do not allow the refund. */
export class RefundRefused extends Error {
  override name = "RefundRefused";
}

interface Refund {
  refundId: string;
  orderId: OrderId;
  amountCents: Int;
}

@Skill({
  name: "refunds",
  instructions: `Refunds run for ${String(WINDOW_DAYS)} days from delivery, minus return postage. If one is refused, say why.`,
})
export class Refunds {
  private readonly refunded = new Map<OrderId, Refund>();

  constructor(private readonly shop: Shop) {}

  /** Pay an order back. It can be done once. */
  @Tool({ errors: [RefundRefused], limits: { sequential: true } })
  refundOrder(request: RefundRequest, context: ToolContext): Result<Refund, RefundRefused> {
    const order = this.shop.order(request.orderId);
    const refusal = this.refusal(order);
    if (refusal !== undefined) return err(new RefundRefused(refusal));
    const refund = {
      refundId: `R-${context.idempotencyKey}`,
      orderId: order.id,
      amountCents: totalCents(order),
    };
    this.refunded.set(order.id, refund);
    return ok(refund);
  }

  private refusal({ id, status, deliveredOn }: Order): string | undefined {
    if (this.refunded.has(id)) return `order ${id} has been refunded already`;
    if (status === "cancelled") return `order ${id} was cancelled and never charged`;
    if (deliveredOn === undefined) return `order ${id} has not been delivered yet`;
    const days = (Date.parse(this.shop.today) - Date.parse(deliveredOn)) / DAY_MS;
    if (days <= WINDOW_DAYS) return undefined;
    return `order ${id} was delivered ${String(days)} days ago, and refunds run for ${String(WINDOW_DAYS)} days`;
  }
}
