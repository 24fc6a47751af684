// A client of the service as an app would write it: typed by what openapi-typescript generates from openapi.yaml.
// It must compile under --strict; `node build/client.js http://127.0.0.1:8000` then asks a running service the same questions.
import createClient from "openapi-fetch";
import type { components, paths } from "./build/schema.js";

type PlayVerdict = components["schemas"]["PlayCheckAnswer"];

const base = process.argv[2] ?? "http://127.0.0.1:8000";
const client = createClient<paths>({ baseUrl: base });

function expect(holds: boolean, fact: string): void {
  if (!holds) throw new Error(`not so: ${fact}`);
}

async function checkPlay(): Promise<PlayVerdict> {
  const { data, error } = await client.POST("/v1/plays/check", {
    headers: { "Accept-Language": "zh-TW" },
    body: {
      ruleset: "jiangsu-2007",
      trump: { suit: "S", level: "8" },
      hand: ["H3", "H3", "H5", "H6", "D2"],
      trick: { plays: [{ seat: "N", cards: ["H9", "H9"] }] },
      seat: "W",
      cards: ["H5", "H6"],
    },
  });
  if (!data) throw new Error(error.detail ?? error.code);
  return data;
}

async function main(): Promise<void> {
  const verdict = await checkPlay();
  expect(!verdict.legal, "two loose hearts do not follow a pair while a pair is held");
  expect(verdict.violations[0]?.code === "pair_owed", "the violation names the pair owed");
  const owed: number | undefined = verdict.violations[0]?.owed?.pairs;
  expect(owed === 1, "one pair is owed");

  const advance = await client.POST("/v1/levels/advance", {
    body: { ruleset: "jiangsu-2007", declarer: "N", levels: { NS: "5", EW: "9" }, attackers_points: 125 },
  });
  expect(advance.data?.outcome === "attackers_take", "the attackers take the deal");
  expect(advance.data?.levels.EW === "T", "and rise one level");

  const house = await client.POST("/v1/tricks/resolve", {
    body: {
      ruleset: { extends: "guizhou-2010", throws: { allowed: false } },
      trump: { suit: "H", level: "2" },
      plays: [{ seat: "N", cards: ["SA"] }],
    },
  });
  expect(house.data?.ruleset.inline === true, "an inline ruleset is echoed as one");

  const rulesets = await client.GET("/v1/rulesets");
  expect((rulesets.data?.rulesets.length ?? 0) >= 7, "seven regulations are served");

  const problem = await client.POST("/v1/plays/check", {
    // @ts-expect-error: a trump suit outside the enum does not compile, and is refused by the service
    body: { ruleset: "jiangsu-2007", trump: { suit: "X", level: "8" }, hand: ["H3"], cards: ["H3"] },
  });
  expect(problem.error?.status === 422, "a bad trump suit is refused");
  expect(problem.error?.errors?.[0]?.pointer === "/trump/suit", "with a pointer to it");

  console.log("every answer was as typed");
}

await main();
