import { createHash } from 'node:crypto'
import { hashText } from '@varve/engine/internal'
import type { Store } from '../open-store.ts'
import type { Statement } from '../statement.ts'
import { plainTurn } from './plain-turn.ts'

const TEXTS = [
  'plain',
  '',
  'so\0 far 🌊',
  'half \ud800',
  '\udc00\ufdd0\ufde0',
  'line\u2028line\r\n',
  "'; drop --",
  '\ufeff',
]

/** Puts something into every table, with every kind of text that there is. */
export async function fillStore(store: Store): Promise<void> {
  await store.commit(['a', 'b'].map((id) => store.workspaces.insert(workspace(id))))
  for (const workspaceId of ['a', 'b']) {
    await store.commit(ofWorkspace(store, workspaceId))
    for (const [index, text] of TEXTS.entries())
      await addTurn(store, { workspaceId, text, number: index + 1 })
  }
}

function workspace(id: string) {
  return { id, name: id, kind: 'folder', root: `/${id}`, createdAt: 2 ** 53 - 1 } as const
}

function ofWorkspace(store: Store, workspaceId: string): readonly Statement[] {
  const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const chat = { workspaceId, conversationId: 'c' }
  const call = { workspaceId, id: 'call', at: 1, userId: 'u', conversationId: 'c', modelId: 'm' }
  return [
    store.conversations.insert({ workspaceId, id: 'c', title: 'T\ud800', at: 1 }),
    store.conversations.insert({ workspaceId, id: 'gone', title: '', at: 1 }),
    store.conversations.trash({ workspaceId, id: 'gone', at: 2 }),
    store.settings.set(workspaceId, 'n', { text: TEXTS, p: '\0' }),
    store.sealedKeys.put({ workspaceId, provider: 'p', sealed: new Uint8Array([0, 255]), at: 1 }),
    store.apiKeys.insert({
      workspaceId,
      id: 'k',
      name: 'K\0',
      hash: `of ${workspaceId}`,
      hint: 'x',
      scope: {},
      createdAt: 1,
    }),
    store.apiKeys.spend({ workspaceId, id: 'k' }, 0.1),
    store.blobs.put(workspaceId, hash, bytes),
    store.blobs.put(workspaceId, createHash('sha256').digest('hex'), new Uint8Array()),
    store.uploads.insert({ workspaceId, id: 'up', name: 'x.txt', hash, at: 1 }),
    store.files.insert({ workspaceId, path: 'folder/\u00e9.md', hash, bytes: bytes.length, modified: 1 }),
    store.fileVersions.insert({ workspaceId, id: 'v', path: 'a.md', hash, bytes: bytes.length, keptAt: 1 }),
    store.fileVersions.trash(workspaceId, 'v'),
    store.webPages.put(workspaceId, 'https://example.org/', { title: 'x' }),
    store.audit.append({ workspaceId, at: 1, actor: 'u', action: 'did', detail: null }),
    store.audit.append({ workspaceId, at: 1, actor: undefined, action: 'did', detail: [1] }),
    store.usage.insert({ ...call, input: 2 ** 40, cached: 1, written: 2, output: 3, costUSD: 0.000_000_001 }),
    store.requests.put({ workspaceId, key: 'r', fingerprint: 'f', response: 1, at: 1 }),
    store.wireCaches.put({ ...chat, modelId: 'm' }, { marks: [1] }),
    store.cacheObjects.put({
      ...chat,
      modelId: 'm',
      name: 'n',
      key: 'k',
      blocks: 1,
      tokens: 2,
      expiresAt: 3,
    }),
    store.chatFiles.mark(chat),
    store.chatFiles.begin({ ...chat, path: 'Varve/chats/c.md', next: hash }),
    store.chatFiles.notify({ ...chat, notice: 'was changed \0' }),
    store.forgets.add({ ...chat, key: 'k\0' }),
    store.pendingOptions.put({ ...chat, key: 'k\0' }, 'essential'),
    ...TEXTS.map((text) => store.objects.put(workspaceId, hashText(text), text)),
    store.callPages.put(workspaceId, hash, new Uint8Array([0, 4, 255])),
    ...store.sweeps.mark({ workspaceId, hashes: [hash], since: 5 }),
  ]
}

async function addTurn(
  store: Store,
  {
    workspaceId,
    text,
    number,
  }: { readonly workspaceId: string; readonly text: string; readonly number: number },
): Promise<void> {
  const place = { workspaceId, conversationId: 'c' }
  const turnId = `t${number}`
  const answer = { workspaceId, id: `a${number}` }
  await store.commit([
    store.turns.append(plainTurn({ ...place, id: turnId, number, at: number, text, attach: [text] })),
    store.answers.insert({ ...place, ...answer, turnId, modelId: 'm', modelName: text, startedAt: 0 }),
    store.engineStates.put({ workspaceId, turnId, stage: 'asked', root: { text } }),
    store.calls.put({ workspaceId, answerId: answer.id, number: 1, turnId, summary: text, root: [text] }),
    store.calls.put({
      workspaceId,
      answerId: answer.id,
      number: 2,
      turnId,
      summary: text,
      root: new Uint8Array([9, number]),
    }),
    store.calls.saveResponse({
      workspaceId,
      answerId: answer.id,
      number: 2,
      response: { text },
      sealed: new Uint8Array([8, number]),
    }),
    store.redactions.put({ workspaceId, turnId, sealed: new Uint8Array([1, 2, number]) }),
    store.choices.put({ workspaceId, turnId, answerId: answer.id }),
    store.branchLeaves.put({ ...place, turnId }),
    store.answers.askStop(answer, 7),
    store.sideCalls.insert({
      workspaceId,
      conversationId: place.conversationId,
      id: `side ${turnId}`,
      turnId,
      purpose: 'judge',
      modelId: 'm',
      modelName: text,
      at: number,
      milliseconds: 5,
      error: undefined,
      requestHash: 'h',
      usage: { input: 1 },
      sealed: new Uint8Array([3, number]),
    }),
  ])
  const usage = { input: 1, cached: 0, output: 2, costUSD: 0.1, milliseconds: 3 }
  const end = { status: 'failed', text, sources: [], usage, error: text, errorCode: 'e', at: 9 } as const
  await store.commit([store.answers.finish(answer, end)])
}
