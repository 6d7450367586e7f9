import {
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  messagesOf,
  type ModelSpec,
  step,
} from '@varve/engine'

const model: ModelSpec = {
  id: 'some-model',
  window: 128_000,
  reservedOutput: 4000,
  vision: false,
  tokenizer: estimateTokenizer(),
  profile: DEFAULT_PROFILES.offline,
}
const note = (first: string) =>
  createArtifact({
    kind: 'note',
    source: { path: 'plan.md' },
    content: `Week 1: ${first}\n${'Another week: practice for an hour, then play with others.\n'.repeat(12)}`,
  })

let state = createState({ conversationId: 'lessons' })
for (const [index, attached] of [note('scales'), note('scales'), note('chords')].entries()) {
  const turn = { turnId: `turn-${index + 1}`, at: index * 60_000 }
  const asked = step(state, {
    ...turn,
    kind: 'turn',
    text: `Question ${index + 1}`,
    sections: [{ id: 'contract', text: 'Answer shortly.' }],
    models: [model],
    attach: [{ artifact: attached }],
  })
  const [request] = asked.plans
  if (request && index === 2)
    for (const { role, parts } of messagesOf(request))
      console.log(
        `[${role}]\n${parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('')}`,
      )
  const answer = { model: model.id, text: `Answer ${index + 1}` }
  state = step(asked.state, { ...turn, kind: 'answer', answers: [answer], chosen: model.id }).state
}
