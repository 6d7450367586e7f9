import type { ReadingLog } from './reading-log.ts'
import type { scanChatLines } from './scan-chat-lines.ts'

/** A file split into what the readers of both forms need. */
export interface ScannedChat {
  readonly text: string
  readonly bodyStart: number
  readonly properties: ReadonlyMap<string, string>
  readonly lines: ReturnType<typeof scanChatLines>
  readonly log: ReadingLog
}
