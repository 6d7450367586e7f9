import type { JsonValue } from '@varve/engine/internal'
import * as fc from 'fast-check'
import type {
  AttachedArtifact,
  ChatAnswer,
  ChatContext,
  ChatDocument,
  ChatTurn,
  JsonRecord,
} from '../chat-document.ts'

/** Written with a bar between them, to keep the table short. */
function pieces(...rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split('¦'))
}

/** What means something in a chat file, put together at random: nearer to trouble than random characters. */
const mark = fc.constantFrom(
  ...pieces(
    '**user**:¦**user**: ¦**ai**: ¦[Context: ¦[Context: Notes: a.md]¦[Timestamp: ¦]¦\\¦---\n¦-->¦--',
    '[Timestamp: 2026/01/02 03:04:05]¦<!-- varve:turn ¦<!-- varve:turn {} -->¦%%¦```\n¦\n```js\n¦<script>¦<img src=x>¦![a](http://b.test/c.png)¦`$= dv`¦```dataviewjs\n¦<% tp %>¦\u200b¦$$¦{"id":1}',
    '![¦![[¦]]¦](¦```mermaid\n¦```base\n¦@{¦url¦<b',
    '\n¦\n\n¦\r\n¦\r¦\u2028¦\0¦\ud800¦\udc00¦\ufffd¦\ufeff¦😀¦é¦word¦ ¦"¦,¦, ¦|¦ | ¦[¦[[a]]¦Notes: ¦#¦: ',
  ),
)

/** Any text, most of it hostile to the form. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(mark, { maxLength: 12 }).map((marks) => marks.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', 'Summarize [[api]]', 'Here it is.'),
)

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const time = fc.oneof(
  fc.integer({ min: 0, max: 253_402_300_799_999 }),
  fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
  fc.constantFrom(-1, 8e15, 0.5),
)
const json = fc.jsonValue({ maxDepth: 2, noUnicodeString: false }).map(
  // Minus zero is no JSON.
  (value) => JSON.parse(JSON.stringify(value)) as JsonValue,
)
const extra: fc.Arbitrary<JsonRecord> = fc.dictionary(
  anyText.map((name) => `x-${name}`),
  json,
  { minKeys: 1, maxKeys: 2 },
)
const names = fc.array(anyText, { maxLength: 3 })
const context: fc.Arbitrary<ChatContext> = fc.record({
  notes: names,
  urls: names,
  tabs: names,
  tags: names,
  folders: names,
})

/** Every field that may be missing is missing half of the time. */
function some<Required, Optional>(
  required: { readonly [Name in keyof Required]: fc.Arbitrary<Required[Name]> },
  optional: { readonly [Name in keyof Optional]: fc.Arbitrary<Optional[Name]> },
): fc.Arbitrary<Required & Partial<Optional>> {
  const needed = Object.keys(required) as (keyof Required)[]
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: needed as never },
  ) as unknown as fc.Arbitrary<Required & Partial<Optional>>
}

const attached: fc.Arbitrary<AttachedArtifact> = some(
  { key: anyText, kind: fc.constantFrom('note', 'url', 'selection'), hash },
  { role: fc.constant('active'), priority: fc.constant('essential'), extra },
)

const answer: fc.Arbitrary<ChatAnswer> = some(
  {
    id: anyText,
    text: anyText,
    status: fc.constantFrom('complete', 'failed', 'stopped', 'interrupted', 'streaming'),
    chosen: fc.boolean(),
  },
  {
    model: anyText,
    at: time,
    receivedHash: hash,
    settings: json,
    usage: json,
    sources: json,
    toolSteps: fc.array(some({ tool: anyText }, { arguments: json, resultHash: hash, extra }), {
      maxLength: 2,
    }),
    error: json,
    extra,
  },
)

const turn: fc.Arbitrary<ChatTurn> = some(
  {
    id: anyText,
    userText: anyText,
    context,
    attached: fc.array(attached, { maxLength: 2 }),
    answers: fc.array(answer, { maxLength: 3 }),
  },
  { at: time, epoch: json, decisions: json, areas: json, guard: json, extra },
)

/** Any conversation, with branches and several answers to one question. */
export const anyChat: fc.Arbitrary<ChatDocument> = fc
  .tuple(
    some(
      { id: anyText, title: anyText, tags: names },
      {
        created: time,
        model: anyText,
        pinned: time,
        archived: time,
        privacy: fc.constantFrom('local-only' as const, 'private' as const),
      },
    ),
    fc.uniqueArray(turn, { maxLength: 4, selector: ({ id }) => id }),
    fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }),
  )
  .map(([head, turns, parents]) => {
    const branched = turns.map((item, index) => {
      const choice = parents[index] ?? 0
      // Some follow the turn before, some start over, some branch off further up.
      if (choice > 3 || index === 0) return item
      return { ...item, parent: choice === 0 ? null : (turns[choice % index]?.id ?? null) }
    })
    const last = branched.at(-1)
    return {
      ...head,
      ...(last && parents[0] === 1 ? { current: last.id } : {}),
      turns: branched,
    }
  })
