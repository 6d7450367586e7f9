import { serveJob } from '@varve/workspace/notes'
import { readChats } from './read-chats.ts'

await serveJob(readChats)
