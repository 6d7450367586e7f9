import { createArtifact, createState, DEFAULT_PROFILES, estimateTokenizer, step } from '@varve/engine'

const book = createArtifact({
  kind: 'file',
  source: { path: 'book.txt' },
  content: 'A sentence of a long book that is read again and again. '.repeat(2000),
})

for (const name of ['openai', 'anthropic', 'gemini', 'deepseek', 'ollama'] as const) {
  const model = {
    id: name,
    window: 200_000,
    reservedOutput: 4000,
    vision: false,
    tokenizer: estimateTokenizer(),
    profile: DEFAULT_PROFILES[name],
  }
  let state = createState({ conversationId: name })
  let cost = 0
  let costWithoutCache = 0
  for (let index = 1; index <= 10; index += 1) {
    const turn = { turnId: `turn-${index}`, at: index * 60_000 }
    const asked = step(state, {
      ...turn,
      kind: 'turn',
      text: `Question ${index}`,
      sections: [{ id: 'contract', text: 'Answer from the book.' }],
      models: [model],
      attach: [{ artifact: book }],
    })
    const [plan] = asked.plans
    cost += plan?.predicted.costUSD ?? 0
    costWithoutCache += plan?.predicted.fullCostUSD ?? 0
    const answer = { model: name, text: 'It is written in the book.' }
    state = step(asked.state, { ...turn, kind: 'answer', answers: [answer], chosen: name }).state
  }
  console.log(`${name}: $${cost.toFixed(3)} for ten turns, $${costWithoutCache.toFixed(3)} without a cache`)
}
