import { summaryTask } from './summary-task.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import { summaryWriter, worthAsking } from './worth-asking.ts'

/** In words: what is summed up before this message is answered, and about what that costs; for the forecast. */
export function foreseeSummaries(prepared: PreparedTurn): readonly string[] {
  const { summaries, needs, state, planned } = prepared
  const writer = summaries === 'model' ? summaryWriter(planned) : undefined
  if (!writer) return []
  const { name, spec } = writer.model
  const tasks = worthAsking(needs, state).map(summaryTask)
  if (tasks.length === 0) return []
  const tokens = tasks
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, piece) => sum + spec.tokenizer.count(piece), 0)
  const cost = (tokens * spec.profile.price.input) / 1e6
  const price = cost > 0 ? `, $${cost.toFixed(cost < 0.01 ? 4 : 2)}` : ''
  const names = tasks.map((task) => task.name).join(', ')
  return [
    `To make room, ${name} first sums up ${names}: about ${Math.round(tokens).toLocaleString('en-US')} tokens${price}.`,
  ]
}
