import { describe, expect, test } from 'vitest'
import {
  EMPTY_DRAFT,
  mayFetch,
  restoreDraft,
  withAttached,
  withoutAttached,
  withText,
  withWebImages,
} from '../view-model/draft.ts'
import { chatHref, parseChatRoute } from './place.ts'
import { draftOf, initialState, NEW_CHAT, type Toast, type WorkbenchAction } from './workbench-state.ts'
import { reduceWorkbench } from './workbench.tsx'

const draft = { text: 'What do we pay?', attach: ['rent.md'] }

function after(...actions: readonly WorkbenchAction[]) {
  return actions.reduce(reduceWorkbench, initialState(false))
}

describe('sending', () => {
  test('takes the draft from the composer and shows it as pending', () => {
    const state = after({ kind: 'draft', chat: 'c', draft }, { kind: 'sending', chat: 'c', draft })
    expect(draftOf(state, 'c')).toEqual({ text: '', attach: [] })
    expect(state.pending['c']).toEqual(draft)
  })

  test('a failed send restores the draft and says why', () => {
    const toast = { tone: 'error', text: 'Disk full. Your draft is kept.' } as const
    const state = after(
      { kind: 'sending', chat: 'c', draft },
      { kind: 'unsent', chat: 'c', draft: { ...draft, idempotencyKey: 'k' }, toast },
    )
    expect(draftOf(state, 'c')).toEqual({ ...draft, idempotencyKey: 'k' })
    expect(state.pending['c']).toBeUndefined()
    expect(state.toast).toBe(toast)
  })

  test('“wait for the answer” disappears when that ends; other errors stay', () => {
    const unsent = (toast: Toast) =>
      after({ kind: 'unsent', chat: 'c', draft, toast }, { kind: 'answers-ended' }).toast
    expect(unsent({ tone: 'error', text: 'Wait until it is finished.', waits: true })).toBeUndefined()
    const toast = { tone: 'error', text: 'Disk full.', waits: false } as const
    expect(unsent(toast)).toBe(toast)
  })

  test('text typed meanwhile is kept, and the message becomes another one', () => {
    const typed = { text: 'And until when?', attach: ['lease.md', 'rent.md'] }
    expect(restoreDraft({ ...draft, idempotencyKey: 'k' }, typed)).toEqual({
      text: 'What do we pay?\n\nAnd until when?',
      attach: ['rent.md', 'lease.md'],
    })
  })

  test('text typed meanwhile stays when the message is sent after all', () => {
    const typed = { text: 'And until when?', attach: ['lease.md', 'rent.md'] }
    const state = after(
      { kind: 'sending', chat: 'c', draft },
      { kind: 'draft', chat: 'c', draft: typed },
      { kind: 'unsent', chat: 'c', draft, toast: undefined },
      { kind: 'sending', chat: 'c', draft },
    )
    expect(draftOf(state, 'c')).toEqual({ text: 'And until when?', attach: ['lease.md'] })
    expect(state.pending['c']).toEqual(draft)
  })

  test('drafts of other chats stay unchanged', () => {
    const state = after({ kind: 'draft', chat: 'other', draft }, { kind: 'sending', chat: 'c', draft })
    expect(draftOf(state, 'other')).toEqual(draft)
  })
})

test('any edit makes a draft a new message', () => {
  const failed = { ...draft, idempotencyKey: 'k' }
  expect(withText(failed, 'x')).toEqual({ text: 'x', attach: ['rent.md'] })
  expect(withAttached(failed, 'lease.md')).toEqual({ text: draft.text, attach: ['rent.md', 'lease.md'] })
  expect(withoutAttached(failed, 'rent.md')).toEqual({ text: draft.text, attach: [] })
  expect(withAttached(failed, 'rent.md')).toBe(failed)
})

test('attaches a passage once, and keeps the names of uploads with the draft', () => {
  const item = { kind: 'selection', path: 'rent.md', lines: [3, 4], content: 'Due in May.' } as const
  const upload = { id: 'u1', name: 'plan.png', kind: 'image', bytes: 9, hash: 'h1' } as const
  const state = after(
    { kind: 'attach', chat: 'c', item },
    { kind: 'attach', chat: 'c', item: { ...item } },
    { kind: 'attach', chat: 'c', item: 'upload:u1', upload },
  )
  const typed = withText(draftOf(state, 'c'), 'x')
  expect(typed).toEqual({ text: 'x', attach: [item, 'upload:u1'], uploads: [upload] })
  expect(withoutAttached(typed, { ...item }).attach).toEqual(['upload:u1'])
  expect(restoreDraft(typed, { text: 'y', attach: [{ ...item }, 'a.md'] })).toEqual({
    text: 'x\n\ny',
    attach: [item, 'upload:u1', 'a.md'],
    uploads: [upload],
  })
})

test('typing keeps what was attached in the meantime', () => {
  const state = after(
    { kind: 'draft', chat: 'c', draft },
    { kind: 'attach', chat: 'c', item: 'lease.md' },
    { kind: 'edit', chat: 'c', change: (now) => withText(now, 'And?') },
  )
  expect(draftOf(state, 'c')).toEqual({ text: 'And?', attach: ['rent.md', 'lease.md'] })
})

test('opening a chat shows its newest turn and closes overlays', () => {
  const state = after(
    { kind: 'inspector', change: { turn: 2, tab: 'cache' } },
    { kind: 'dialog', dialog: 'chats' },
    { kind: 'preview', preview: { path: 'a.md' } },
    { kind: 'chat-opened' },
  )
  expect(state.inspector).toEqual({ docked: false, over: undefined, tab: 'cache', turn: 'latest' })
  expect(state.dialog).toBeUndefined()
  expect(state.preview).toBeUndefined()
})

test('the open note is offered, joins once accepted, and joins no other chat', () => {
  const opened = after({ kind: 'open-note', path: 'notes/a.md' })
  expect(opened).toMatchObject({ openNote: 'notes/a.md', activeNote: undefined })
  const taken = reduceWorkbench(opened, { kind: 'active-note', path: 'notes/a.md' })
  expect(taken).toMatchObject({ openNote: undefined, activeNote: 'notes/a.md' })
  expect(reduceWorkbench(taken, { kind: 'chat-opened' }).activeNote).toBeUndefined()
})

test('a chat keeps its models; a new chat gets only those the user chose', () => {
  const asDefined = after({ kind: 'chat-begun', chat: 'c', models: ['cloud/of-the-project'], goesOn: true })
  expect(asDefined.models).toEqual({ c: ['cloud/of-the-project'], [NEW_CHAT]: [] })
  const asChosen = after(
    { kind: 'models', chat: NEW_CHAT, ids: ['offline', 'cloud/b'] },
    { kind: 'chat-begun', chat: 'c', models: ['offline', 'cloud/b'], goesOn: true },
  )
  expect(asChosen.models).toEqual({ c: ['offline', 'cloud/b'], [NEW_CHAT]: ['offline'] })
})

test('text typed while a chat gets its first message stays there, unless a new chat was opened', () => {
  const typed: WorkbenchAction = { kind: 'draft', chat: NEW_CHAT, draft: { text: 'And then?', attach: [] } }
  const begun = { kind: 'chat-begun', chat: 'c', models: [] } as const
  expect(Object.keys(after(typed, { ...begun, goesOn: true }).drafts)).toEqual(['c'])
  expect(Object.keys(after(typed, { ...begun, goesOn: false }).drafts)).toEqual([NEW_CHAT])
})

test('a draft moves in its latest state, after items from its chat', () => {
  const attach = ['a.md', 'b.md']
  const { drafts } = after(
    { kind: 'draft', chat: 'c', draft: { text: 'What?', attach, idempotencyKey: 'k' } },
    { kind: 'edit', chat: 'c', change: (now) => withoutAttached(withText(now, 'What now?'), 'a.md') },
    { kind: 'draft-moved', from: 'c', to: 'd', attach: ['summary.md'] },
  )
  expect(drafts).toEqual({ d: { text: 'What now?', attach: ['summary.md', 'b.md'] } })
})

test('a failed undo is shown in its chat until one succeeds', () => {
  const toast: Toast = { tone: 'error', text: 'Couldn’t undo it.', notUndoneIn: 'c' }
  const said = after({ kind: 'toast', toast })
  expect(reduceWorkbench(said, { kind: 'chat-shown', chat: 'c' }).toast).toBe(toast)
  expect(reduceWorkbench(said, { kind: 'chat-shown', chat: 'd' }).toast).toBeUndefined()
  expect(reduceWorkbench(said, { kind: 'chat-shown', chat: undefined }).toast).toBeUndefined()
  expect(reduceWorkbench(said, { kind: 'undone' }).toast).toBeUndefined()
  const other = after({ kind: 'toast', toast: { tone: 'error', text: 'Disk full.' } })
  expect(reduceWorkbench(other, { kind: 'chat-shown', chat: 'd' })).toBe(other)
  expect(reduceWorkbench(other, { kind: 'undone' })).toBe(other)
})

test('an error while sending is shown in its chat only', () => {
  const toast: Toast = { tone: 'error', text: 'Not sent.', unsentIn: 'c' }
  const said = after({ kind: 'unsent', chat: 'c', draft: { text: 'Why?', attach: [] }, toast })
  expect(reduceWorkbench(said, { kind: 'chat-shown', chat: 'c' }).toast).toBe(toast)
  expect(reduceWorkbench(said, { kind: 'chat-shown', chat: undefined }).toast).toBeUndefined()
  const first = after({ kind: 'toast', toast: { ...toast, unsentIn: NEW_CHAT } })
  expect(reduceWorkbench(first, { kind: 'chat-shown', chat: undefined })).toBe(first)
})

test('models are chosen per chat', () => {
  const state = after({ kind: 'models', chat: 'c', ids: ['cloud/a', 'cloud/b'] })
  const other = reduceWorkbench(state, { kind: 'models', chat: 'd', ids: ['offline'] })
  expect(other.models).toEqual({ c: ['cloud/a', 'cloud/b'], d: ['offline'] })
})

test('an address names a chat, for any id', () => {
  for (const id of ['c1', 'ä/b?c#d%']) expect(parseChatRoute(chatHref(id))).toBe(id)
  for (const hash of ['', '#/', '#/chat/', '#/chat/a/b', '#/chat/%E0%A4'])
    expect(parseChatRoute(hash)).toBeUndefined()
})

test('consent to fetch pictures survives typing, covers the named ones, and ends with the message', () => {
  const agreed = withWebImages(withText(EMPTY_DRAFT, 'a'), ['https://a.org/x.png'])
  const typed = withoutAttached(withAttached(withText(agreed, 'ab'), 'note.md'), 'note.md')
  expect(mayFetch(typed, ['https://a.org/x.png'])).toBe(true)
  expect(mayFetch(typed, ['https://a.org/x.png', 'https://b.org/y.png'])).toBe(false)
  expect(mayFetch(typed, [])).toBe(false)
  expect(mayFetch(withWebImages(typed, []), ['https://a.org/x.png'])).toBe(false)
  expect(mayFetch(restoreDraft(typed, withText(EMPTY_DRAFT, 'c')), ['https://a.org/x.png'])).toBe(true)
  const sending = reduceWorkbench(initialState(true, { drafts: { new: typed } }), {
    kind: 'sending',
    chat: 'new',
    draft: typed,
  })
  expect(draftOf(sending, 'new')).toEqual(EMPTY_DRAFT)
})
