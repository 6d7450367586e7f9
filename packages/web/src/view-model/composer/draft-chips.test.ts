import { type Notice, notice } from '@varve/contract/tables/notices'
import type { AttachmentView, FileView, ForecastView } from '@varve/contract'
import { expect, test } from 'vitest'
import type { Draft } from '../draft.ts'
import { type DraftContext, draftChips } from './draft-chips.ts'

const FILES: readonly FileView[] = ['plans/a.md', 'plans/b.md', 'tide.md'].map((path) => ({
  path,
  title: path,
  kind: 'note',
  bytes: 10,
  modified: 0,
  tokens: 1_200,
}))

function given(key: string, kind: string, form: AttachmentView['form'] = 'full'): AttachmentView {
  return { key, title: key, kind, tokens: 1_000, form }
}

function chips(attach: Draft['attach'], change: Partial<DraftContext> & { forecast?: ForecastView } = {}) {
  const tags = [{ tag: 'Sea', count: 2 }]
  const context = { draft: { text: '', attach }, active: undefined, files: FILES, tags, forecast: undefined }
  return draftChips({ ...context, ...change }).map(({ label, note, look }) => [label, note, look])
}

function forecast(attachments: readonly AttachmentView[], notices: readonly Notice[] = []): ForecastView {
  const sizes = { usedTokens: 0, budgetTokens: 0, cachedTokens: 0, newTokens: 0, costUSD: 0 }
  return { ...sizes, attachments, notices }
}

test('before the forecast, a chip shows what the lists know', () => {
  expect(chips(['tide.md', 'plans/', '#sea', 'unknown.md'])).toEqual([
    ['tide.md', '1.2k', 'plain'],
    ['plans/', '2 files', 'plain'],
    ['#sea', '2 notes', 'plain'],
    ['unknown.md', undefined, 'plain'],
  ])
})

test('shows the folder of a note whose name is not unique', () => {
  const files = ['A/Note.md', 'B/Note.md'].map((path) => ({ ...FILES[0]!, path }))
  expect(chips(['A/Note.md'], { files }).map(([label]) => label)).toEqual(['A/Note.md'])
})

test('marks a restricted file with any model', () => {
  const files = FILES.map((file) =>
    file.path === 'tide.md' ? { ...file, privacy: 'local-only' as const } : file,
  )
  expect(chips(['tide.md', 'plans/a.md'], { files }).map(([, note]) => note)).toEqual([
    '1.2k, local only',
    '1.2k',
  ])
})

test('a folder adds up what it brings; kept items cost nothing', () => {
  const both = [given('plans/a.md', 'note'), given('plans/b.md', 'note', 'reference')]
  const listing = given('folder:plans', 'folder')
  expect(chips(['plans/'], { forecast: forecast([...both, listing]) })).toEqual([
    ['plans/', '2 files, 2k', 'plain'],
  ])
  const known = [...both, listing].map((each) => ({ ...each, form: 'reference' as const }))
  expect(chips(['plans/'], { forecast: forecast(known) })).toEqual([
    ['plans/', '2 files, already given', 'plain'],
  ])
})

test('a tag counts its notes and says when some are left out', () => {
  const brought = [given('tide.md', 'note'), given('tag:sea', 'tag')]
  expect(chips(['#sea'], { forecast: forecast(brought) })).toEqual([['#sea', '2 notes, 2k', 'plain']])
  const attached = forecast([given('plans/a.md', 'note'), ...brought])
  expect(chips(['plans/a.md', '#sea'], { forecast: attached })[1]?.[1]).toBe('2 notes, 2k')
  const part = forecast(brought, [notice('attachment', '#sea', { message: 'One was left out.' })])
  expect(chips(['#sea'], { forecast: part })).toEqual([['#sea', '1 of 2 notes, 2k', 'warned']])
})

test('marks omitted items as refused, shortened ones as warned', () => {
  const notices = [
    notice('attachment', 'tide.md', { message: 'It is gone.' }),
    notice('attachment', 'plans/', { message: 'It holds 412 files; 212 were left out.' }),
  ]
  const attachments = [given('plans/a.md', 'note'), given('folder:plans', 'folder')]
  expect(chips(['tide.md', 'plans/'], { forecast: forecast(attachments, notices) })).toEqual([
    ['tide.md', 'left out', 'refused'],
    ['plans/', '1 file, 2k', 'warned'],
  ])
})

test('names a moved note by its new place, open or attached', () => {
  const notices = [notice('attachment', 'Move me.md', { message: 'It has moved.' })]
  const replaced = [{ path: 'Move me.md', by: 'sub/Move me.md' }]
  const data = { ...forecast([given('sub/Move me.md', 'note')], notices), replaced }
  const moved = ['sub/Move me.md', '1k, moved', 'warned']
  expect(chips(['Move me.md'], { forecast: data })).toEqual([moved])
  expect(chips([], { active: 'Move me.md', forecast: data })).toEqual([moved])
  expect(chips([], { forecast: { ...data, named: ['Move me.md'] } })).toEqual([
    ['sub/Move me.md', '1k, moved, in the text', 'warned'],
  ])
  const draft = { text: '', attach: ['Move me.md'] }
  expect(draftChips({ draft, active: undefined, files: FILES, tags: [], forecast: data })).toMatchObject([
    { id: 'Move me.md', item: 'Move me.md', path: 'sub/Move me.md' },
  ])
})

test('finds pages and sections of a moved file; a name without extension did not move', () => {
  const replaced = [
    { path: 'a.pdf', by: 'old/a.pdf' },
    { path: 'b.md', by: 'old/b.md' },
    { path: 'tide', by: 'tide.md' },
  ]
  const notices = replaced.map(({ path }) => notice('attachment', path, { message: 'It has moved.' }))
  const attachments = [
    given('old/a.pdf#pages=2-3', 'pdf'),
    { ...given('old/b.md#L3-4@1', 'selection'), title: 'old/b.md#Next' },
    given('tide.md', 'note'),
  ]
  expect(
    chips(['a.pdf#pages=2-3', 'b.md#Next', 'tide'], {
      forecast: { ...forecast(attachments, notices), replaced },
    }),
  ).toEqual([
    ['old/a.pdf', 'pages 2–3, 1k, moved', 'warned'],
    ['old/b.md', 'Next, 1k, moved', 'warned'],
    ['tide.md', '1k', 'plain'],
  ])
})

test('lists the open note first and says so, unless it is attached', () => {
  expect(chips(['plans/a.md'], { active: 'tide.md' })).toEqual([
    ['tide.md', 'open note, 1.2k', 'open'],
    ['a.md', '1.2k', 'plain'],
  ])
  const known = forecast([given('tide.md', 'note', 'reference')])
  expect(chips([], { active: 'tide.md', forecast: known })).toEqual([['tide.md', 'open note', 'open']])
  expect(chips(['tide.md'], { active: 'tide.md' })).toEqual([['tide.md', '1.2k', 'plain']])
})

test('a passage shows its lines, an upload its size', () => {
  const draft: Draft = {
    text: '',
    attach: [{ kind: 'selection', path: 'tide.md', lines: [3, 4], content: 'x' }, 'upload:u'],
    uploads: [{ id: 'u', name: 'plan.png', kind: 'image', bytes: 12_400, hash: 'h' }],
  }
  expect(chips([], { draft })).toEqual([
    ['tide.md', 'lines 3–4', 'plain'],
    ['plan.png', '12.4\u00a0kB', 'plain'],
  ])
})

test('includes what the message and the project name, once each, in order', () => {
  const data = {
    ...forecast([
      given('tide.md', 'note'),
      given('plans/a.md', 'note'),
      given('plans/b.md', 'note', 'reference'),
    ]),
    named: ['tide.md', 'plans/a.md'],
    pinned: ['plans/b.md'],
  }
  expect(chips(['tide.md'], { forecast: data })).toEqual([
    ['tide.md', '1k', 'plain'],
    ['a.md', '1k, in the text', 'plain'],
    ['b.md', 'already given, project', 'plain'],
  ])
  const context = {
    draft: { text: '', attach: [] },
    active: undefined,
    files: FILES,
    tags: [],
    forecast: data,
  }
  expect(draftChips(context).map(({ item, isByItself }) => [item, isByItself])).toEqual(
    data.attachments?.map(() => [undefined, true]),
  )
})

test('offers notes of an imported chat in their current version', () => {
  const offering = { offered: ['old.md', 'left.md'] } as unknown as ForecastView
  const draft: Draft = { text: '', attach: [], leaveOut: ['left.md'] }
  const offered = draftChips({ draft, active: undefined, files: [], tags: [], forecast: offering })
  expect(offered.map(({ item, note, isByItself }) => [item, note, isByItself])).toEqual([
    ['old.md', 'current version', undefined],
  ])
})
