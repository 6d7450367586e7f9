import { describe, expect, test } from 'vitest'
import type { Here } from './here.ts'
import { plainTurn } from '../plain-turn.ts'

/** Which chats are not in their files as they are now. */
export function chatFiles(here: Here): void {
  describe('chat files', () => {
    const place = (conversationId: string) => ({ workspaceId: 'one', conversationId })
    const addChat = async (id: string, marked = true): Promise<void> => {
      const { store } = here
      await store.commit([
        store.conversations.insert({ workspaceId: 'one', id, title: id, at: 1 }),
        store.turns.append(
          plainTurn({ ...place(id), id: `turn of ${id}`, number: 1, at: 1, text: 'x', attach: [] }),
        ),
        ...(marked ? [store.chatFiles.mark(place(id))] : []),
      ])
    }
    const behind = async (): Promise<readonly string[]> =>
      (await here.store.chatFiles.behind('one')).map(({ conversationId }) => conversationId)
    const written = { path: 'p.md', hash: 'h', state: 's', notice: undefined }

    test('a chat is behind from its change until that change is written', async () => {
      const { store } = here
      await addChat('written')
      expect(await behind()).toContain('written')
      await store.commit([store.chatFiles.begin({ ...place('written'), path: 'p.md', next: 'h' })])
      expect(await store.chatFiles.get(place('written'))).toMatchObject({ hash: undefined, next: 'h' })
      await store.commit([store.chatFiles.end({ ...place('written'), ...written, written: 1 })])
      expect(await behind()).not.toContain('written')
      expect(await store.chatFiles.get(place('written'))).toEqual({
        ...place('written'),
        ...written,
        changed: 1,
        written: 1,
        next: undefined,
      })
    })

    test('a change while an earlier one is written leaves it behind', async () => {
      const { store } = here
      await addChat('twice')
      await store.commit([store.chatFiles.mark(place('twice'))])
      await store.commit([store.chatFiles.end({ ...place('twice'), ...written, written: 1 })])
      expect(await behind()).toContain('twice')
    })

    test('a chat of a time without files is behind, one without a turn is not', async () => {
      await addChat('old', false)
      await here.store.commit([
        here.store.conversations.insert({ workspaceId: 'one', id: 'empty', title: 'e', at: 1 }),
      ])
      expect(await behind()).toContain('old')
      expect(await behind()).not.toContain('empty')
      const others = await here.store.chatFiles.behind('two')
      expect(others.map(({ conversationId }) => conversationId)).not.toContain('old')
    })

    test('a chat in the trash is behind as long as it has a file', async () => {
      const { store } = here
      await addChat('gone')
      await store.commit([store.chatFiles.end({ ...place('gone'), ...written, written: 1 })])
      await store.commit([store.conversations.trash({ workspaceId: 'one', id: 'gone', at: 2 })])
      expect(await store.chatFiles.behind('one')).toContainEqual({ conversationId: 'gone', isTrashed: true })
      const none = { path: undefined, hash: undefined, state: undefined, notice: undefined, written: 1 }
      await store.commit([store.chatFiles.end({ ...place('gone'), ...none })])
      expect(await behind()).not.toContain('gone')
    })
  })
}
