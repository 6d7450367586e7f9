import type { MessagePort } from 'node:worker_threads'
import { WorkspaceError } from '@varve/workspace'
import type { FilesAnswer, FilesQuestion, HandedFiles } from './handed-files.ts'

/** Answers the thread of an index, for as long as that has its end of the port. */
export function handOverFiles(port: MessagePort, files: HandedFiles): void {
  port.on('message', (question: FilesQuestion) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    void answerTo(files, question).then((answer) => port.postMessage(answer))
  })
  // The index is there for the program and not the other way round.
  port.unref()
}

async function answerTo(files: HandedFiles, question: FilesQuestion): Promise<FilesAnswer> {
  const { id } = question
  try {
    switch (question.kind) {
      case 'list':
        return { id, kind: 'files', files: await files.list(question.places, question.most) }
      case 'read':
        return { id, kind: 'content', content: await files.read(question.path) }
      default:
        return question satisfies never
    }
  } catch (error) {
    const path = question.kind === 'read' ? question.path : '.'
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof WorkspaceError ? { code: error.code } : {}
    return { id, kind: 'refused', path, message, ...code }
  }
}
