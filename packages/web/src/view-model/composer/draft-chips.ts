import type { Attachable, AttachmentView, FileView, ForecastView, TagView, KeptView } from '@varve/contract'
import { attachableId, type Draft } from '../draft.ts'
import {
  type AttachableLook,
  attachmentLook,
  type ChipLook,
  describeAttachable,
  describeAttachment,
} from './describe-attachment.ts'
import { distinctName, privacyWords, splitPath } from '../files/file-names.ts'
import { countFiles, countNotes, describeMany, formatBytes, formatTokensShort } from '../text/format.ts'
import { matchAttachments } from './match-attachments.ts'
import { t } from '../../i18n/t.ts'
import type { Notice } from '@varve/contract/tables/notices'

/** A chip of the composer: what will be attached, and what is known about it. */
export interface DraftChip {
  readonly id: string
  /** Absent for the note that is open, and for what comes along by itself: those are not attached. */
  readonly item?: Attachable
  /** Named in the message or added by the project, so it can't be removed here. */
  readonly isByItself?: true | undefined
  readonly kind: string
  readonly label: string
  readonly title: string
  readonly note?: string
  readonly look: ChipLook
  /** The file to open. */
  readonly path?: string
}

export interface DraftContext {
  readonly draft: Draft
  readonly active: string | undefined
  readonly files: readonly FileView[]
  readonly tags: readonly TagView[]
  readonly forecast: ForecastView | undefined
}

/** The chips of a draft, the open note first. */
export function draftChips(context: DraftContext): readonly DraftChip[] {
  const { draft, active, forecast } = context
  const own = ownChips(context)
  const isHere = (name: string): boolean => name === active || draft.attach.includes(name)
  const brought = (names: readonly string[] = [], how: string): readonly DraftChip[] =>
    names.filter((name) => !isHere(name)).map((name) => byItself(name, how, context))
  const left = new Set(draft.leaveOut)
  const offered = (forecast?.offered ?? []).filter((name) => !left.has(name) && !isHere(name))
  const all = [
    ...own,
    ...brought(forecast?.named, t('in the text')),
    ...brought(forecast?.pinned, 'project'),
    // These can be left out, as what was attached can.
    ...offered.map((name) => ({
      ...byItself(name, t('current version'), context),
      isByItself: undefined,
      item: name,
    })),
  ]
  return toldApart(marked(all, context.files), context.files)
}

/** Restrictions of a file are shown next to its size, for every model; an omitted one says so itself. */
function marked(chips: readonly DraftChip[], files: readonly FileView[]): readonly DraftChip[] {
  const marks = new Map(files.flatMap(({ path, privacy }) => (privacy ? [[path, privacy] as const] : [])))
  if (marks.size === 0) return chips
  return chips.map((chip) => {
    const privacy = chip.path === undefined ? undefined : marks.get(chip.path)
    if (privacy === undefined) return chip
    return { ...chip, note: join(chip.note, privacyWords(privacy).word.toLowerCase()) }
  })
}

/** Two files of one name differ by their folders, also where only one of them is attached. */
function toldApart(chips: readonly DraftChip[], files: readonly FileView[]): readonly DraftChip[] {
  if (chips.every(({ path }) => path === undefined)) return chips
  const paths = files.map(({ path }) => path)
  return chips.map((chip) => {
    const { path, label } = chip
    return path === undefined || splitPath(path).name !== label
      ? chip
      : { ...chip, label: distinctName(path, paths) }
  })
}

/** What comes along without having been attached. */
function byItself(name: string, how: string, context: DraftContext): DraftChip {
  const { taken, look, isMoved } = lookOf(name, context)
  const given = matchAttachments([taken], context.forecast?.attachments ?? []).get(attachableId(taken)) ?? []
  const fate = moved(fateOf(look, given, context), isMoved)
  const path = look.path === undefined ? {} : { path: look.path }
  const { label, title } = look
  const about = {
    id: `${how} ${name}`,
    kind: kindOf(look, given, context),
    label,
    title,
    isByItself: true,
  } as const
  return { ...about, ...path, ...fate, note: join(fate.note, how) }
}

function ownChips(context: DraftContext): readonly DraftChip[] {
  const { draft, active, forecast } = context
  const { uploads = [] } = draft
  const isOpen = active !== undefined && !draft.attach.includes(active)
  const all = isOpen ? [active, ...draft.attach] : draft.attach
  const looks = all.map((item) => lookOf(item, context))
  const own = matchAttachments(
    looks.map(({ taken }) => taken),
    forecast?.attachments ?? [],
    uploads,
  )
  return looks.map(({ item, taken, look, isMoved }, place) => {
    const given = own.get(attachableId(taken)) ?? []
    const fate = moved(fateOf(look, given, context), isMoved)
    // Which chat it is, the server says.
    const label = look.kind === 'chat' ? (given[0]?.title ?? look.label) : look.label
    const base = { kind: kindOf(look, given, context), label, title: look.title, ...fate }
    const path = look.path === undefined ? {} : { path: look.path }
    return isOpen && place === 0
      ? { ...base, ...path, ...openNote(fate, given), id: `open ${look.title}` }
      : { ...base, ...path, id: attachableId(item), item }
  })
}

interface Look {
  readonly item: Attachable
  /** The item itself, or its replacement. */
  readonly taken: Attachable
  readonly look: AttachableLook
  readonly isMoved: boolean
}

/** A moved file is shown with its current path. */
function lookOf(item: Attachable, { draft: { uploads }, forecast }: DraftContext): Look {
  const taken = takenInstead(item, forecast?.replaced ?? [])
  const look = describeAttachable(taken, uploads)
  const isMoved = taken !== item && describeAttachable(item).label === look.label
  return { item, taken, isMoved, look: isMoved ? { ...look, label: look.path ?? look.label } : look }
}

function moved(fate: Fate, isMoved: boolean): Fate {
  if (!isMoved) return fate
  return { note: join(fate.note, t('moved')), look: fate.look === 'plain' ? 'warned' : fate.look }
}

type Fate = Pick<DraftChip, 'note' | 'look'>

/** That the chat has it already says nothing about a note that is open anyway. */
function openNote({ look, note }: Fate, [first]: readonly AttachmentView[]): Fate {
  if (look !== 'plain') return { look, ...noted(note) }
  return { look: 'open', note: first?.form === 'reference' ? t('open note') : join(t('open note'), note) }
}

function fateOf(look: AttachableLook, given: readonly AttachmentView[], context: DraftContext): Fate {
  const notice = context.forecast?.notices?.find(({ subject }) => subject === look.subject)
  if (given.length === 0 && notice !== undefined)
    return { look: 'refused', note: join(look.part, t('left out')) }
  const [first] = given
  const isMany = look.kind === 'folder' || look.kind === 'tag'
  const note = isMany
    ? manyOf(look, given, { ...context, isPart: notice !== undefined })
    : join(look.part, first ? describeAttachment(first) : sizeBefore(look, context))
  const plain = first && !isMany ? attachmentLook(first) : 'plain'
  return { look: plain === 'plain' && notice !== undefined ? 'warned' : plain, ...noted(note) }
}

/** A tag has as many notes as the list says that it was picked from; of a folder the forecast knows what it holds. */
function manyOf(
  { kind, subject }: AttachableLook,
  given: readonly AttachmentView[],
  { files, tags, isPart }: DraftContext & { readonly isPart: boolean },
): string | undefined {
  if (kind !== 'tag') {
    if (given.length > 1) return describeMany(given, { word: 'file' })
    return countFiles(files.filter(({ path }) => subject === '/' || path.startsWith(subject)).length)
  }
  const listed = tags.find(({ tag }) => tag.toLowerCase() === subject.slice(1).toLowerCase())?.count
  if (given.length > 1) return describeMany(given, { word: 'note', listed, isPart })
  return listed === undefined ? undefined : countNotes(listed)
}

/** Until the forecast is there, the size of the file is the best that is known; a picture has no other. */
function sizeBefore(look: AttachableLook, { draft, files }: DraftContext): string | undefined {
  if (look.kind === 'upload') {
    const upload = draft.uploads?.find(({ id }) => look.subject === `upload:${id}`)
    return upload && formatBytes(upload.bytes)
  }
  if (look.kind !== 'path') return undefined
  const tokens = files.find(({ path }) => path === look.path)?.tokens
  return tokens === undefined ? undefined : formatTokensShort(tokens)
}

function kindOf(look: AttachableLook, [first]: readonly AttachmentView[], context: DraftContext): string {
  if (look.kind === 'upload') {
    const upload = context.draft.uploads?.find(({ id }) => look.subject === `upload:${id}`)
    return upload?.kind === 'image' ? 'image' : 'upload'
  }
  if (look.kind !== 'path') return look.kind
  return first?.kind ?? context.files.find(({ path }) => path === look.path)?.kind ?? 'note'
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ')
}

function noted(note: string | undefined): { readonly note?: string } {
  return note === undefined || note === '' ? {} : { note }
}

/** The replacement of a moved file, according to the forecast; otherwise the item itself. */
function takenInstead(item: Attachable, replaced: NonNullable<ForecastView['replaced']>): Attachable {
  if (typeof item !== 'string') return item
  const { path } = describeAttachable(item)
  if (path === undefined || !item.startsWith(path)) return item
  const found = replaced.find((one) => one.path === path)
  return found === undefined ? item : `${found.by}${item.slice(path.length)}`
}

interface KeptNow {
  readonly kept: readonly Pick<KeptView, 'key' | 'status'>[]
  /** As the forecast says, which may have looked at the files after the chat was read. */
  readonly changed: NonNullable<ForecastView['changed']>
  readonly attached: readonly Attachable[]
}

/** Kept notes whose files have another text now, by key; without those that are attached again already. */
export function changedKept({ kept, changed, attached }: KeptNow): readonly string[] {
  return kept
    .filter(({ key, status }) => status === 'changed' || changed.includes(key))
    .map(({ key }) => key)
    .filter((key) => !attached.includes(key))
}

/** Notices call an upload by its id, which says nothing to the one who dropped it. */
export function nameUploads(
  notice: Notice,
  uploads: readonly { readonly id: string; readonly name: string }[],
): Notice {
  const named = (text: string): string =>
    uploads.reduce((words, { id, name }) => words.replaceAll(`upload:${id}`, name), text)
  const { code, subject, params = {} } = notice
  const values = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'string' ? named(value) : value] as const,
  )
  return {
    code,
    ...(subject === undefined ? {} : { subject: named(subject) }),
    params: Object.fromEntries(values),
  }
}
