import { cpus } from 'node:os'
import { measureChatSearch } from './chats/measure-chat-search.ts'
import type { Bench } from './report.ts'

/** Chats in great number: how long their list and a search over them take. */
export const chatsBench: Bench = {
  name: 'chats',
  summary: 'list and search over 100,000 conversations, and what the index adds to a message',
  run: async () => ({
    command: 'npm run bench -- chats',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    sections: [await measureChatSearch()],
  }),
}
