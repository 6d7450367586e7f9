import { serveJob } from '@varve/workspace/chat-reading'
import { readChats } from './read-chats.ts'

await serveJob(readChats)
