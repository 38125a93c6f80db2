import type { Step } from "@skills/testing";

/** A customer's question, and what the scripted model does about it. */
export interface Conversation {
  title: string;
  question: string;
  script: Step[];
}

/** What `start` shows: a model that is right, wrong, and refused; a skill from a folder; a permission. */
export const CONVERSATIONS: readonly Conversation[] = [
  {
    title: "Two calls in one turn",
    question: "Where is my order A17, and do you have copper kettles?",
    script: [
      {
        calls: [
          ["trackParcel", { id: "A17" }],
          ["searchProducts", { words: "copper kettle" }],
        ],
      },
      { text: "A17 is on its way with DHL, parcel T100592. Copper kettles are in stock, at 39.00." },
    ],
  },
  {
    title: "An input that breaks the schema, and is mended",
    question: "What did maria.okafor@example.com order last?",
    script: [
      {
        calls: [["listOrders", { email: "maria.okafor@example.com", limit: "three", state: "any" }]],
        invalid: true,
      },
      { calls: [["listOrders", { email: "maria.okafor@example.com", limit: 3 }]] },
      { text: "Maria's last order is A226, placed on 2026-11-29; it is being packed." },
    ],
  },
  {
    title: "A tool that is not there",
    question: "Find order A42 for me.",
    script: [
      { calls: [["find_orders", { id: "A42" }]], notOffered: true },
      { calls: [["findOrder", { id: "A42" }]] },
      { text: "A42 went to Lucía Ferrer on 2026-11-26: two aprons, 42.80 in all." },
    ],
  },
  {
    title: "A refund that the shop refuses",
    question: "My order A13 was not what I wanted. I want my money back.",
    script: [
      { calls: [["refundOrder", { request: { orderId: "A13", reason: "changed_mind" } }]] },
      { text: "I am sorry: A13 was delivered more than 14 days ago, so it cannot be refunded any more." },
    ],
  },
  {
    title: "A skill from a folder",
    question: "What is the refund policy?",
    script: [
      { calls: [["Skill", { name: "refund-policy" }]] },
      { text: "Refunds run for 14 days from delivery, minus return postage." },
    ],
  },
  {
    title: "A refund that a manager has to make",
    question: "All of A11 came in pieces. Please pay it back.",
    script: [
      { calls: [["refundOrder", { request: { orderId: "A11", reason: "damaged" } }]] },
      {
        text: "I am sorry about A11. A refund of 175.00 is made by a manager, who will call you within a day.",
      },
    ],
  },
];
