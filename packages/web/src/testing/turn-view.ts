import type { AnswerView, TurnView } from '@varve/contract'

/** A complete answer, for tests; what matters to one is given. */
export function answerView(change: Partial<AnswerView> = {}): AnswerView {
  return {
    id: 'answer',
    modelId: 'cloud/model',
    modelName: 'Model',
    status: 'complete',
    text: 'An answer.',
    sources: [],
    startedAt: '2026-11-15T09:00:00.000Z',
    ...change,
  }
}

/** A turn with one answer, for tests; the first answer given is the one that continues. */
export function turnView(change: Partial<TurnView> = {}): TurnView {
  const { answers = [answerView()] } = change
  return {
    id: 'turn',
    number: 1,
    at: '2026-11-15T09:00:00.000Z',
    text: 'A question?',
    attachments: [],
    answer: answers[0] ?? answerView(),
    answers,
    siblings: ['turn'],
    layerTokens: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
    ...change,
  }
}
