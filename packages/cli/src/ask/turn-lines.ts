import type { TurnView } from '@varve/app'
import { placeText } from '../place-text.ts'
import { usageLine } from './usage-line.ts'

type Counts = Readonly<Record<string, number>>

/** What is told once of a message: what was left out, and what the guard did with it. */
export function messageLines({ notices = [], attachments, guard = {} }: TurnView): readonly string[] {
  const { redacted = {}, sent = {}, noted = {} } = guard
  return [
    ...attachments.flatMap(({ title, form }) =>
      form === 'omitted'
        ? [`${title} was left out, since there was no room for it.`]
        : form === 'compacted'
          ? [`${title} was sent in short, since there was no room for all of it.`]
          : [],
    ),
    ...notices,
    ...countedLine('Replaced before sending', redacted),
    ...countedLine('Sent as it is', sent),
    ...countedLine('Less grave, and sent as it is', noted),
  ]
}

/** What is told of each answer: its sources, and what it took. */
export function answerLines(turn: TurnView): readonly string[] {
  const { sources, usage, endsEarly } = turn.answer
  const used = usageLine(turn)
  return [
    ...sources.map(({ number, path, title, ...place }) => `[${number}] ${placeText(title ?? path, place)}`),
    ...(usage?.warnings ?? []),
    ...(endsEarly ? ['It ends at the output limit of its model; ask to go on.'] : []),
    ...(used === undefined ? [] : [used]),
  ]
}

/** `Replaced before sending: 2 EMAIL, 1 PHONE`; nothing where there was none. */
export function countedLine(words: string, counts: Counts): readonly string[] {
  const all = Object.entries(counts).filter(([, count]) => count > 0)
  if (all.length === 0) return []
  return [`${words}: ${all.map(([type, count]) => `${count} ${type}`).join(', ')}`]
}
