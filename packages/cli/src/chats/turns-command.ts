import type { AnswerView, TurnView } from '@varve/app'
import { plainText } from '../plain-text.ts'
import { turnsOf } from './turns-of.ts'
import { type ChatsContext, type ChatsOptions, withChat } from './with-chats.ts'

/** `varve chats turns`: the turns of the branch on show with the ids of what stands there, for other commands. */
export async function turnsCommand(
  chat: string,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const turns = await withChat({ ...options, chat }, context, 'read', async (app, place) => {
    const newestFirst: TurnView[] = []
    for await (const turn of turnsOf(app, place)) newestFirst.push(turn)
    return newestFirst.reverse()
  })
  if (options.json) return void (await context.output.write(`${JSON.stringify(turns)}\n`))
  for (const turn of turns)
    if (!(await context.output.write(`${turnLines(turn).map(plainText).join('\n')}\n`))) return
}

const LONGEST = 60

function turnLines({ id, number, text, siblings, answer, answers }: TurnView): readonly string[] {
  const branches = siblings.filter((sibling) => sibling !== id)
  return [
    `${number}  ${id}  ${shortened(text)}`,
    ...branches.map((sibling) => `   branch  ${sibling}`),
    ...answers.flatMap((each) => [
      `   ${each.id === answer.id ? 'chosen' : 'answer'}  ${each.id}  ${each.modelId}  ${each.status}`,
      ...changesOf(each),
    ]),
  ]
}

/** What its tools changed, which can be undone. */
function changesOf({ steps = [] }: AnswerView): readonly string[] {
  return steps
    .flatMap(({ calls }) => calls)
    .filter(({ changes = [] }) => changes.length > 0)
    .map(
      ({ callId, tool, isUndone, changes = [] }) =>
        `     ${isUndone ? 'undone' : 'change'}  ${callId}  ${tool}  ${changes.map(({ path }) => path).join(', ')}`,
    )
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line
}
