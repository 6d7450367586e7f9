import { type RefObject, useEffect, useState } from 'react'
import { findPassage, type Passage } from '../view-model/files/find-passage.ts'

export interface SelectedPassage {
  readonly passage: Passage
  /** Below the end of what is selected, inside the window. */
  readonly place: { readonly left: number; readonly top: number }
}

/** Room for the button itself. */
const HALF_WIDTH = 72
const HEIGHT = 44
const GAP = 6

/** The passage of a file that is selected inside `root`, and where on screen; undefined where none is. */
export function useSelectedPassage(
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
