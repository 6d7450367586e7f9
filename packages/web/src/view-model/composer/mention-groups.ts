import type { DefinitionView, FileView, TagView } from '@varve/contract'
import { foldText, type Mark } from '../text/text.ts'
import { type Mention, parsePageAddress } from './find-mention.ts'
import { isVarvesOwn, lineLabel, type FolderCount } from '../files/file-names.ts'
import { type FileIndex, type FileMatch, rankFiles, rankNames, recentFiles } from '../files/rank-files.ts'
import { atGroup, isNamed, isNearly, slashGroups, type WordOption } from './word-groups.ts'
import { t } from '../../i18n/t.ts'

/** One candidate for a mention. `item` is what it attaches. */
export type MentionOption =
  | { readonly kind: 'file'; readonly item: string; readonly match: FileMatch }
  | {
      /** A chat by its title: itself, or the note that it is kept in where a link is made. */
      readonly kind: 'chat'
      readonly item: string
      readonly name: string
      readonly marks: readonly Mark[]
      readonly file?: FileView
    }
  | {
      readonly kind: 'folder' | 'tag'
      readonly item: string
      readonly name: string
      readonly marks: readonly Mark[]
      readonly count: number
    }
  | {
      readonly kind: 'heading'
      readonly item: string
      /** Of its note. */
      readonly path: string
      readonly name: string
      readonly marks: readonly Mark[]
    }
  | { readonly kind: 'page'; readonly item: string }
  | WordOption

export interface MentionGroup {
  readonly title: string
  readonly options: readonly MentionOption[]
  /** How many there are in all; more than are listed where the query says little. */
  readonly found: number
}

/** What can be mentioned in this workspace. */
export interface Mentionable {
  /** Without those that chats are kept in. */
  readonly files: readonly FileView[]
  readonly index: FileIndex
  /** The same, of notes alone. */
  readonly notes: FileIndex
  /** Other chats, those used last first. */
  readonly chats: readonly MentionableChat[]
  /** Those of them that answer to what was typed, by their titles or by what was said in them. */
  readonly foundChats: readonly MentionableChat[]
  /** Notes that chats are kept in, those used last first. */
  readonly transcripts: readonly MentionableChat[]
  readonly folders: readonly FolderCount[]
  readonly tags: readonly TagView[]
  /** What can be called by name. */
  readonly definitions: readonly DefinitionView[]
  /** A search engine is set up. */
  readonly searchesWeb: boolean
}

export interface MentionableChat {
  readonly title: string
  /** What it is attached as. */
  readonly item: string
  readonly file?: FileView
}

/** As many as are seen at a glance; typing more finds the rest. */
const FILES = 7
const RECENT = 5
const BESIDE = 3
const TAGS = 9

/** What answers to a mention, best first in each group. */
export function mentionGroups(mention: Mention, all: Mentionable): readonly MentionGroup[] {
  const { sign, query } = mention
  if (sign === '/') return filled(slashGroups(query, all.definitions))
  if (sign === '[[')
    return filled([query === '' ? recentNotes(all) : notesLike(query, all), transcriptGroup(query, all)])
  const chats = chatGroup(query, all)
  if (/^https?:/i.test(query)) return pageGroup(query)
  if (query.startsWith('#')) return filled([tagGroup(query.slice(1), TAGS, all)])
  const pages = PAGES.exec(query)
  if (pages) return filled([pdfGroup(pages, all)])
  const words = atGroup(query, all)
  if (query === '')
    return filled([recentGroup(all), words, folderGroup('', all), tagGroup('', BESIDE, all), chats])
  const isFolder = query.endsWith('/')
  const folders = folderGroup(isFolder ? query.slice(0, -1) : query, all)
  const files = fileGroup(query, all)
  const tags = tagGroup(query, BESIDE, all)
  if (isFolder) return filled([folders, files, chats])
  // Files come first, as what is mentioned most; unless one of the few words, or a folder, is all but typed out, and no file is.
  const [best] = files.options
  const isFile = best?.kind === 'file' && best.match.isNamed
  const wordsFirst = isNamed(words, query) || (isNearly(words, query) && !isFile)
  if (wordsFirst) return filled([words, files, folders, tags, chats])
  if (!isFile && isTypedOut(folders, query)) return filled([folders, files, words, tags, chats])
  return filled([files, words, folders, tags, chats])
}

/** The best of these folders is called what was typed. */
function isTypedOut({ options: [best] }: MentionGroup, query: string): boolean {
  const [name, wanted] = [foldText(best?.item ?? ''), `${foldText(query)}/`]
  return name === wanted || name.endsWith(`/${wanted}`)
}

function filled(groups: readonly MentionGroup[]): readonly MentionGroup[] {
  return groups.filter(({ options }) => options.length > 0)
}

function fileGroup(query: string, { index }: Mentionable): MentionGroup {
  const { matches, found } = rankFiles(index, query, FILES)
  return { title: t('Notes and files'), options: matches.map(fileOption), found }
}

function recentGroup({ files }: Mentionable): MentionGroup {
  return {
    title: t('Recently changed'),
    options: recentOwnLast(files, RECENT).map(fileOption),
    found: files.length,
  }
}

/** The user's own notes and files first: agents and settings are files too. */
function recentOwnLast(files: readonly FileView[], limit: number): readonly FileMatch[] {
  const [varves, own] = partition(files)
  const notes = recentFiles(own, limit)
  return [...notes, ...recentFiles(varves, limit - notes.length)]
}

/** Varve's own files or folders, and all others. */
function partition<Item extends { readonly path: string }>(
  items: readonly Item[],
): readonly [Item[], Item[]] {
  return [items.filter(isVarvesOwn), items.filter((item) => !isVarvesOwn(item))]
}

function notesLike(query: string, { notes }: Mentionable): MentionGroup {
  const { matches, found } = rankFiles(notes, query, FILES)
  return { title: t('Notes to link and attach'), options: matches.map(fileOption), found }
}

function recentNotes({ notes }: Mentionable): MentionGroup {
  const files = notes.files.map(({ file }) => file)
  return {
    title: t('Notes to link and attach'),
    options: recentOwnLast(files, FILES).map(fileOption),
    found: files.length,
  }
}

/** `paper#3-5`: of a PDF, only these pages. */
const PAGES = /^([^#]+)#(?:p(?:ages?)?=?)?(\d{1,6})(?:[-–](\d{1,6}))?$/i

function pdfGroup(
  [, name = '', first = '', last = first]: RegExpExecArray,
  { index }: Mentionable,
): MentionGroup {
  const [from, to] = [Number(first), Number(last)]
  const places = index.files.flatMap(({ file: { kind } }, place) => (kind === 'pdf' ? [place] : []))
  const pdfs: FileIndex = {
    files: places.flatMap((place) => index.files[place] ?? []),
    haystack: places.flatMap((place) => index.haystack[place] ?? []),
  }
  const { matches, found } = rankFiles(pdfs, name, FILES)
  const title = t('PDFs, {pages}', { pages: lineLabel([from, to], 'page') })
  const options = from >= 1 && to >= from ? matches : []
  return {
    title,
    found,
    options: options.map((match) => ({
      ...fileOption(match),
      item: `${match.file.path}#pages=${from}-${to}`,
    })),
  }
}

function folderGroup(query: string, { folders }: Mentionable): MentionGroup {
  const [varves, own] = partition(folders)
  const ordered = [...own, ...varves]
  const { matches, found } = rankNames(ordered, { query, limit: BESIDE, nameOf: ({ path }) => path })
  return {
    title: t('Folders'),
    found,
    options: matches.map(({ item: { path, count }, name, marks }) => ({
      kind: 'folder',
      item: `${path}/`,
      name: `${name}/`,
      marks,
      count,
    })),
  }
}

/** Chat titles are questions and so match the words of many notes: they come last, and only a few. */
function chatGroup(query: string, { foundChats }: Mentionable): MentionGroup {
  const options = foundChats.slice(0, BESIDE).map((chat) => {
    const { matches } = rankNames([chat], { query, limit: 1, nameOf: ({ title }) => title })
    return chatOption(chat, chat.title, matches[0]?.marks ?? [])
  })
  return { title: t('Chats'), found: foundChats.length, options }
}

function transcriptGroup(query: string, { transcripts }: Mentionable): MentionGroup {
  const { matches, found } = rankNames(transcripts, { query, limit: BESIDE, nameOf: ({ title }) => title })
  const options = matches.map(({ item, name, marks }) => chatOption(item, name, marks))
  return { title: t('Chats'), found, options }
}

function chatOption({ item, file }: MentionableChat, name: string, marks: readonly Mark[]): MentionOption {
  return { kind: 'chat', item, name, marks, ...(file ? { file } : {}) }
}

function tagGroup(query: string, limit: number, { tags }: Mentionable): MentionGroup {
  const { matches, found } = rankNames(tags, { query, limit, nameOf: ({ tag }) => `#${tag}` })
  return {
    title: t('Tags'),
    found,
    options: matches.map(({ item: { count }, name, marks }) => ({
      kind: 'tag',
      item: name,
      name,
      marks,
      count,
    })),
  }
}

function pageGroup(query: string): readonly MentionGroup[] {
  const item = parsePageAddress(query)
  return item === undefined ? [] : [{ title: t('From the web'), found: 1, options: [{ kind: 'page', item }] }]
}

function fileOption(match: FileMatch): Extract<MentionOption, { kind: 'file' }> {
  return { kind: 'file', item: match.file.path, match }
}
