import type { Hash } from '@varve/engine'
import type { ChatDocument } from './chat-document.ts'

/** A text that a chat names by its hash. */
export interface ChatObject {
  readonly hash: Hash
  readonly turn: string
  readonly kind: 'attached' | 'received' | 'tool-result'
  /** The key of the artifact, the id of the answer, or the name of the tool. */
  readonly name: string
}

/** Every text by hash that a byte-exact reload needs, from the workspace or from the objects beside the file. [E-4] */
export function listChatObjects({ turns }: ChatDocument): readonly ChatObject[] {
  return turns.flatMap(({ id: turn, attached, answers }) => [
    ...attached.map(({ key, hash }): ChatObject => ({ hash, turn, kind: 'attached', name: key })),
    ...answers.flatMap(({ id, receivedHash, toolSteps = [] }): readonly ChatObject[] => [
      ...(receivedHash === undefined
        ? []
        : [{ hash: receivedHash, turn, kind: 'received' as const, name: id }]),
      ...toolSteps.flatMap(({ tool, resultHash }) =>
        resultHash === undefined
          ? []
          : [{ hash: resultHash, turn, kind: 'tool-result' as const, name: tool }],
      ),
    ]),
  ])
}
