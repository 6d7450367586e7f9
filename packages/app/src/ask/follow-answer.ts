import type { AppContext } from '../app-context.ts'
import { watchAnswer } from '../messages/watch-answer.ts'
import type { ToolCallRecord, ToolStepRecord } from '../runner/tool-step.ts'
import { loadTurnView } from '../turn/load-turn-view.ts'
import type { AskEvent } from './ask-views.ts'
import { lastingText } from './lasting-text.ts'
import { refuseCall } from './refuse-call.ts'

export interface AnswerToFollow {
  readonly workspaceId: string
  readonly answerId: string
  /** Its citations are put in order when it is whole. */
  readonly cites: boolean
}

/** One answer to its end. Calls that wait for a person are refused, since there is none. */
export async function* followAnswer(
  context: AppContext,
  { cites, ...place }: AnswerToFollow,
): AsyncGenerator<AskEvent> {
  const { answer } = await loadTurnView(context, place)
  yield { kind: 'begun', modelId: answer.modelId, modelName: answer.modelName }
  const told = new Set<string>()
  let text = ''
  let given = ''
  for await (const { event } of (await watchAnswer(context, { ...place, after: 0 })) ?? [])
    switch (event.kind) {
      case 'reasoning':
        break
      case 'text': {
        text += event.delta
        const lasting = cites ? lastingText(text) : text
        if (lasting.length > given.length) yield { kind: 'text', delta: lasting.slice(given.length) }
        given = lasting
        break
      }
      case 'steps':
        for (const news of newsIn(event.steps, told)) {
          if (news.kind === 'refused') await refuseCall(context, place, news.call)
          yield news
        }
        break
      case 'done':
      case 'failed': {
        const { text: kept } = event.turn.answer
        if (kept.length > given.length && kept.startsWith(given))
          yield { kind: 'text', delta: kept.slice(given.length) }
        yield { kind: 'ended', turn: event.turn }
        return
      }
      default:
        event satisfies never
    }
  yield { kind: 'ended', turn: await loadTurnView(context, place) }
}

type CallNews = Extract<AskEvent, { readonly call: ToolCallRecord }>

/** What became of calls since they were told last, each time once. */
function newsIn(steps: readonly ToolStepRecord[], told: Set<string>): readonly CallNews[] {
  const news = steps
    .flatMap(({ calls }) => calls)
    .filter(({ status }) => status !== 'running')
    .map((call): CallNews => ({ kind: call.status === 'waiting' ? 'refused' : 'called', call }))
  return news.filter(({ kind, call }) => {
    const name = `${kind} ${call.callId}`
    const isNew = !told.has(name)
    told.add(name)
    return isNew
  })
}
