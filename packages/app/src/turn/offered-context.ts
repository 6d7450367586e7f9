import type { TurnRecord } from '@varve/store'
import type { AttachRequest } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { requestsOf } from './find-lost.ts'
import { headPoint, type Point } from './point.ts'
import { readTurnOptions } from './turn-options.ts'

export interface OfferPlace extends ChatPlace {
  /** Where the message goes; the end of the branch on show where it is left out. */
  readonly after?: Point | undefined
  /** Names that the user does not want to bring along. */
  readonly leaveOut?: readonly string[] | undefined
}

export interface OfferedContext {
  /** Paths of notes, as the imported chat names them. */
  readonly notes: readonly string[]
  readonly notices: readonly string[]
}

/**
 * What the first message after an imported chat brings along: the notes that the chat names without their text, as
 * they are today. Links are only listed, since reading them would fetch them.
 */
export async function offeredContext(context: AppContext, place: OfferPlace): Promise<OfferedContext> {
  const { turn } = place.after ?? (await headPoint(context, place))
  if (!turn || !isNamedOnly(turn)) return { notes: [], notices: [] }
  const branch = await context.store.turns.branch({ workspaceId: place.workspaceId, headId: turn.id })
  const named = branch.filter(isNamedOnly).flatMap(({ attach }) => requestsOf(attach))
  const left = new Set(place.leaveOut)
  const names = <Name extends string>(nameOf: (request: AttachRequest) => Name | undefined) => [
    ...new Set(named.flatMap((request) => nameOf(request) ?? [])),
  ]
  const notes = names((request) => (request.kind === 'path' ? request.path : undefined)).filter(
    (path) => !left.has(path),
  )
  const others = names((request) => {
    if (request.kind === 'url') return request.url
    if (request.kind === 'tag') return `#${request.tag}`
    return request.kind === 'folder' ? `${request.path}/` : undefined
  })
  return {
    notes,
    notices: [
      ...(notes.length === 0
        ? []
        : [
            `The imported chat names ${listed(notes)} without the text that was used then: the notes are attached as of today.`,
          ]),
      ...(others.length === 0
        ? []
        : [`The imported chat also names ${listed(others)}. Attach what you need: nothing is fetched.`]),
    ],
  }
}

function isNamedOnly({ options }: TurnRecord): boolean {
  return readTurnOptions(options).namedOnly === true
}

const MOST_LISTED = 10

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
