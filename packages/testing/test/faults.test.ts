import Anthropic from "@anthropic-ai/sdk";
import { ScriptedApiError, ScriptedModel, type ScriptStep } from "../src";
import { HELLO } from "./conversation";
import { eventsOf, raw, rawPost } from "./wire";

const STREAMED = { ...HELLO, stream: true };

/** The same for a client in process and one over HTTP. */
async function each(
  script: ScriptStep[],
  test: (client: Anthropic, model: ScriptedModel) => Promise<void>,
): Promise<void> {
  const inProcess = new ScriptedModel(script);
  await test(inProcess.client(), inProcess);
  inProcess.assertComplete();
  await using overHttp = new ScriptedModel(script);
  await using server = await overHttp.listen();
  await test(new Anthropic({ baseURL: server.url, apiKey: "test" }), overHttp);
}

function textOf(message: Anthropic.Beta.Messages.BetaMessage): unknown {
  return message.content[0]?.type === "text" && message.content[0].text;
}

describe("errors and the SDK's retries", () => {
  it("retries an overload and then succeeds", async () => {
    const retryAfter = 0.01;
    const errors = [529, 429].map((status) => ({ error: { status, retryAfter } }));
    const script = [...errors, { text: "Yes." }];
    await each(script, async (client, model) => {
      expect(textOf(await client.beta.messages.create(HELLO))).toBe("Yes.");
      expect(model.requests).toHaveLength(3);
    });
  });

  it("gives an error with its status, type, code and headers", async () => {
    const error = {
      status: 529,
      message: "Try later",
      code: "compaction_unavailable",
      retryAfter: 7,
      shouldRetry: false,
    };
    await each([{ error }], async (client, model) => {
      const failed = await client.beta.messages.create(HELLO).catch((cause: unknown) => cause);
      expect(failed).toBeInstanceOf(Anthropic.APIError);
      expect(failed).toMatchObject({
        status: 529,
        requestID: "req_0001",
        error: {
          type: "error",
          error: {
            type: "overloaded_error",
            message: "Try later",
            details: { error_code: "compaction_unavailable" },
          },
        },
      });
      expect((failed as InstanceType<typeof Anthropic.APIError>).headers?.get("retry-after")).toBe("7");
      expect(model.requests).toHaveLength(1);
    });
  });

  it("retries a reset before the first byte", async () => {
    await each([{ text: "Lost", fault: { kind: "reset" } }, { text: "Yes." }], async (client) => {
      expect(textOf(await client.beta.messages.create(HELLO))).toBe("Yes.");
    });
  });
});

describe("faults inside a stream", () => {
  it("resets inside a frame", async () => {
    await each([{ text: "Yes.", fault: { kind: "reset", at: 2, inside: true } }], async (client) => {
      await expect(client.beta.messages.stream(HELLO).finalMessage()).rejects.toThrow();
    });
    await using model = new ScriptedModel([{ text: "Yes.", fault: { kind: "reset", at: 1, inside: true } }]);
    await using server = await model.listen();
    const { error } = await raw(server, rawPost(STREAMED));
    expect(error?.code).toBe("ECONNRESET");
  });

  it("ends without message_stop", async () => {
    await each([{ text: "Yes.", fault: { kind: "truncate", at: 4 } }], async (client) => {
      await expect(client.beta.messages.stream(HELLO).finalMessage()).rejects.toThrow(
        /stream ended|message_stop/i,
      );
    });
  });

  it("sends an error event and ends", async () => {
    const fault = { kind: "error", at: 2, type: "overloaded_error", message: "Overloaded" } as const;
    await each([{ text: "Yes.", fault }], async (client) => {
      const failed = await client.beta.messages
        .stream(HELLO)
        .finalMessage()
        .catch((cause: unknown) => cause);
      expect(failed).toBeInstanceOf(Anthropic.APIError);
      expect(failed).toMatchObject({ type: "overloaded_error" });
    });
  });

  it("sends an event that does not parse", async () => {
    await each([{ text: "Yes.", fault: { kind: "malformed", at: 3 } }], async (client) => {
      await expect(
        client.withOptions({ logLevel: "off" }).beta.messages.stream(HELLO).finalMessage(),
      ).rejects.toThrow(/JSON/);
    });
  });

  it("stalls until the client gives up", async () => {
    await each([{ text: "Yes.", fault: { kind: "stall", at: 3 } }], async (client) => {
      const stream = client.beta.messages.stream(HELLO);
      stream.on("streamEvent", (event) => {
        if (event.type === "content_block_start") setTimeout(() => stream.abort(), 5);
      });
      await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
    });
  });

  it("streams an input that does not parse", async () => {
    await each([{ calls: [["lookupOrder", {}, { rawJson: "{nope" }]] }], async (client) => {
      await expect(client.beta.messages.stream(HELLO).finalMessage()).rejects.toThrow(
        /Unable to parse tool parameter JSON/,
      );
    });
  });
});

describe("faults of a whole reply", () => {
  it("breaks off", async () => {
    for (const kind of ["truncate", "malformed"] as const) {
      await each([{ text: "Yes.", fault: { kind, at: 0 } }], async (client) => {
        await expect(client.beta.messages.create(HELLO)).rejects.toThrow();
      });
    }
  });

  it("stalls until the time is over", async () => {
    await each([{ text: "Yes.", fault: { kind: "stall" } }], async (client) => {
      await expect(client.beta.messages.create(HELLO, { timeout: 300, maxRetries: 0 })).rejects.toThrow();
    });
  });

  it("is an error where a stream would have sent an error event", async () => {
    await each(
      [{ text: "Yes.", fault: { kind: "error", type: "api_error", message: "Sorry" } }],
      async (client) => {
        await expect(client.beta.messages.create(HELLO, { maxRetries: 0 })).rejects.toMatchObject({
          status: 500,
        });
      },
    );
  });
});

describe("latency", () => {
  it("ends early when the client gives up", async () => {
    await each([{ text: "Yes.", latencyMs: 60_000 }], async (client) => {
      const abort = AbortSignal.timeout(200);
      await expect(client.beta.messages.create(HELLO, { signal: abort })).rejects.toBeInstanceOf(
        Anthropic.APIUserAbortError,
      );
    });
  });
});

describe("the port", () => {
  const play = async (step: ScriptStep, stream: boolean): Promise<unknown> => {
    using model = new ScriptedModel([step]);
    const signal = AbortSignal.timeout(200);
    try {
      if (!stream) return await model.port().messages.create(HELLO, { signal });
      const events: unknown[] = [];
      for await (const event of await model
        .port()
        .messages.create({ ...HELLO, stream: true as const }, { signal })) {
        events.push(event.type);
      }
      return events;
    } catch (error) {
      return error;
    }
  };

  it("throws errors with the fields of the SDK's", async () => {
    const error = await play({ error: { status: 529, retryAfter: 1 } }, false);
    expect(error).toBeInstanceOf(ScriptedApiError);
    expect(error).toMatchObject({ status: 529, type: "overloaded_error", requestID: "req_0001" });
    expect((error as ScriptedApiError).headers.get("retry-after")).toBe("1");
  });

  it.each([
    [{ kind: "reset" }, { code: "ECONNRESET" }],
    [{ kind: "truncate", at: 1 }, ["message_start"]],
    [{ kind: "error", at: 1 }, { status: 529 }],
    [{ kind: "malformed", at: 1 }, { name: "SyntaxError" }],
    [{ kind: "stall", at: 1 }, { name: "TimeoutError" }],
  ] as const)("has the faults of a stream: %o", async (fault, expected) => {
    expect(await play({ text: "Yes.", fault }, true)).toMatchObject(expected);
  });

  it.each([
    [{ kind: "reset" }, { code: "ECONNRESET" }],
    [{ kind: "truncate", at: 1 }, { name: "SyntaxError" }],
    [{ kind: "error" }, { status: 529 }],
    [{ kind: "stall" }, { name: "TimeoutError" }],
  ] as const)("has the faults of a whole reply: %o", async (fault, expected) => {
    expect(await play({ text: "Yes.", fault }, false)).toMatchObject(expected);
  });

  it("is not asked with a signal that is aborted", async () => {
    using model = new ScriptedModel();
    await expect(
      model.port().messages.create(HELLO, { signal: AbortSignal.abort(new Error("stop")) }),
    ).rejects.toThrow("stop");
    expect(model.requests).toHaveLength(0);
  });
});

test("frames that were sent whole before a fault are there", async () => {
  await using model = new ScriptedModel([{ text: "Yes.", fault: { kind: "truncate", at: 3 } }]);
  await using server = await model.listen();
  const response = await fetch(`${server.url}/v1/messages?beta=true`, {
    method: "POST",
    headers: { authorization: "Bearer test" },
    body: JSON.stringify(STREAMED),
  });
  const events = eventsOf(await response.text());
  expect(events.map(({ event }) => event)).toEqual(["message_start", "content_block_start", "ping"]);
});
