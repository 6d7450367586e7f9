import { readScalar } from './chat-front-matter.ts'
import { parseTimestamp } from './chat-time.ts'
import type { ReadingLog } from './reading-log.ts'
import type { ChatPiece } from './split-chat-pieces.ts'

export interface PluginClock {
  /** When the first message was sent, in epoch milliseconds. */
  readonly epoch?: number
  readonly timeOf: (piece: ChatPiece) => number | undefined
}

const QUARTER = 15 * 60_000
const LARGEST_OFFSET = 14 * 4 * QUARTER

/**
 * The plugin writes the time of a wall clock and does not say where that hangs. The first message has its time twice,
 * once in front matter as epoch milliseconds: the difference is the zone of that message, and it is taken for all.
 */
export function pluginClock(
  properties: ReadonlyMap<string, string>,
  pieces: readonly ChatPiece[],
  log: ReadingLog,
): PluginClock {
  const written = readScalar(properties.get('epoch'))
  const epoch = written !== undefined && /^\d{1,15}$/.test(written) ? Number(written) : undefined
  const first = pieces[0]
  const wall = first && wallTime(first)
  if (pieces.some((piece) => piece.kind !== 'details' && wallTime(piece) === undefined))
    log.gap('time', 'Some messages have no time.')
  const offset = epoch === undefined || wall === undefined ? undefined : offsetOf(wall - epoch)
  if (wall !== undefined)
    log.gap(
      'time',
      offset === undefined
        ? 'Times have no zone; they are read as UTC.'
        : `Times have no zone; that of the first message, ${offset / 60_000} minutes from UTC, is taken for all.`,
    )
  return {
    ...(epoch === undefined ? {} : { epoch }),
    timeOf: (piece) => {
      if (piece === first && epoch !== undefined && offset !== undefined) return epoch
      const time = wallTime(piece)
      return time === undefined ? undefined : time - (offset ?? 0)
    },
  }
}

function wallTime(piece: ChatPiece): number | undefined {
  return piece.kind === 'details' || piece.timestamp === undefined
    ? undefined
    : parseTimestamp(piece.timestamp)
}

/** In whole quarters of an hour, as zones are; undefined where the two times are no two forms of one. */
function offsetOf(difference: number): number | undefined {
  const offset = Math.round(difference / QUARTER) * QUARTER
  return Math.abs(difference - offset) <= 1_000 && Math.abs(offset) <= LARGEST_OFFSET ? offset : undefined
}
