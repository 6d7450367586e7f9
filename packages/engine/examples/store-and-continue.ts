import {
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  parseState,
  serializeState,
  step,
  type TurnInput,
} from '@varve/engine'

const first: TurnInput = {
  kind: 'turn',
  turnId: 'turn-1',
  at: 0,
  text: 'Summarize this',
  sections: [{ id: 'contract', text: 'Answer shortly.' }],
  models: [
    {
      id: 'some-model',
      window: 128_000,
      reservedOutput: 4000,
      vision: false,
      tokenizer: estimateTokenizer(),
      profile: DEFAULT_PROFILES.anthropic,
    },
  ],
  attach: [
    { artifact: createArtifact({ kind: 'note', source: { path: 'plan.md' }, content: 'Ten lessons.' }) },
  ],
}
const live = step(createState({ conversationId: 'lessons' }), first).state

// A small JSON root, and texts by hash that turns share: keep both wherever you like.
const { root, objects } = serializeState(live)
const file = JSON.stringify(root)
const stored = parseState(JSON.parse(file), (hash) => objects.get(hash))
if (stored.kind !== 'state') throw new Error(stored.reason)

const next: TurnInput = { ...first, turnId: 'turn-2', at: 60_000, text: 'And how many weeks?' }
const [fromMemory] = step(live, next).plans
const [fromFile] = step(stored.state, next).plans
console.log(fromFile?.prefixHash === fromMemory?.prefixHash ? 'The same bytes.' : 'Other bytes.')
