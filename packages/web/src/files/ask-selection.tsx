import './ask-selection.css'
import type { Attachable, FileContentView } from '@varve/contract'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShortcuts } from '../workbench/use-shortcuts.ts'
import { lineLabel } from '../view-model/files/file-names.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

/** Room for the button itself. */
const HALF_WIDTH = 72

const HEIGHT = 44

const GAP = 6

interface AskSelectionProps {
  readonly file: FileContentView
  /** What the file says, as it is shown. */
  readonly root: RefObject<HTMLElement | null>
}

/** Beside text that is selected: the way to ask about it. By key as well, since the text may be long. */
export function AskSelection({ file, root }: AskSelectionProps) {
  const { path, content } = file
  const selected = useSelectedPassage(root, content)
  const askAbout = useAskAbout()
  const ask = () => {
    if (!selected) return
    const { lines, content: text } = selected.passage
    askAbout({ kind: 'selection', path, lines, content: text })
  }
  useShortcuts(selected ? { ask } : {})
  return (
    <>
      <p className="visually-hidden" role="status">
        {selected
          ? t('Selected {lines}. A asks about it.', { lines: lineLabel(selected.passage.lines) })
          : ''}
      </p>
      {selected ? (
        <div className="ask-selection" style={selected.place}>
          {/* Pressing must not take the selection away before it is read. */}
          <Button small onClick={ask} onPointerDown={keep} onMouseDown={keep} aria-keyshortcuts="A">
            <Icon name="passage" size={14} />
            {t('Ask about this')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function keep(event: { readonly preventDefault: () => void }): void {
  event.preventDefault()
}

interface SelectedPassage {
  readonly passage: Passage
  /** Below the end of what is selected, inside the window. */
  readonly place: { readonly left: number; readonly top: number }
}

/** The passage of a file that is selected inside `root`, and where on screen; undefined where none is. */
function useSelectedPassage(
  root: RefObject<HTMLElement | null>,
  content: string,
): SelectedPassage | undefined {
  const [selected, setSelected] = useState<SelectedPassage>()
  useEffect(() => {
    const look = () => setSelected(readSelection(root.current, content))
    document.addEventListener('selectionchange', look)
    // It goes along with the text, whichever part of the page is scrolled.
    addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      document.removeEventListener('selectionchange', look)
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [root, content])
  return selected
}

function readSelection(root: HTMLElement | null, content: string): SelectedPassage | undefined {
  const selection = document.getSelection()
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return undefined
  const blocks = blocksIn(range, root).map(linesOf)
  const lines = [Math.min(...blocks.map(([from]) => from)), Math.max(...blocks.map(([, to]) => to))] as const
  const passage = blocks.length === 0 ? undefined : findPassage(content, lines, selection.toString())
  return passage && { passage, place: placeOf(range) }
}

/** The blocks of which a word is selected, each for its own words: a list's line is not those of the list in it. */
function blocksIn(range: Range, root: HTMLElement): readonly HTMLElement[] {
  const blocks = new Set<HTMLElement>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue
    const start = node === range.startContainer ? range.startOffset : 0
    const end = node === range.endContainer ? range.endOffset : undefined
    if (node.textContent?.slice(start, end).trim() === '') continue
    const block = node.parentElement?.closest<HTMLElement>('[data-line]')
    if (block && root.contains(block)) blocks.add(block)
  }
  return [...blocks]
}

function linesOf(block: HTMLElement): readonly [number, number] {
  const from = Number(block.dataset['line'])
  const to = Number(block.dataset['end'] ?? from)
  const inner = Number(block.querySelector<HTMLElement>('[data-line]')?.dataset['line'])
  return [from, inner > from ? inner - 1 : to]
}

function placeOf(range: Range): SelectedPassage['place'] {
  const last = [...range.getClientRects()].findLast(({ width }) => width > 0) ?? range.getBoundingClientRect()
  const left = Math.min(Math.max(last.right, HALF_WIDTH), innerWidth - HALF_WIDTH)
  return { left, top: Math.min(last.bottom + GAP, innerHeight - HEIGHT) }
}

/** A passage of a file: its lines, both included and counted from 1, and its text. */
interface Passage {
  readonly lines: readonly [number, number]
  readonly content: string
}

/**
 * The lines of the file behind a selection. Exactly the selection if it occurs there letter for letter; with
 * hidden marks in between, the whole lines.
 */
export function findPassage(
  source: string,
  [from, to]: readonly [number, number],
  selected: string,
): Passage | undefined {
  const wanted = selected.replaceAll('\u00a0', ' ').trim()
  const lines = source.split(/\r\n|\n|\r/)
  const last = Math.min(to, lines.length)
  if (wanted === '' || from < 1 || from > last) return undefined
  const text = lines.slice(from - 1, last).join('\n')
  const at = text.indexOf(wanted)
  if (at < 0) return { lines: [from, last], content: text }
  const first = from + breaksIn(text.slice(0, at))
  return { lines: [first, first + breaksIn(wanted)], content: wanted }
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1
}

/** Attaches something to the chat and goes there, ready to type. */
export function useAskAbout(): (item: Attachable) => void {
  const { chatId, dispatch, openChat, composer } = useWorkbench()
  return (item) => {
    dispatch({ kind: 'attach', chat: chatId ?? NEW_CHAT, item })
    openChat(chatId)
    // The composer comes into the page with the chat.
    requestAnimationFrame(() => composer.current?.focus())
  }
}
