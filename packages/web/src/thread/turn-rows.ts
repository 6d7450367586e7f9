import { useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { useTurns } from '../api/queries.ts'
import { readSetting, writeSetting } from '../setting.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

/** A turn to go to, and words to mark. */
export interface ThreadTarget {
  readonly turn: number
  readonly words: string
  /** Identifies a request; another one may be for the same turn. */
  readonly wish: number
}

/** Within this distance the reader counts as being at the end. */
const NEAR = 48

/** What a turn is taken for until it has been seen. */
const LIKELY_HEIGHT = 420

/** Rows beyond what is in view, so that little is drawn while one scrolls. */
const BEYOND = 2

interface RowsToShow {
  readonly chatId: string | undefined
  readonly box: RefObject<HTMLElement | null>
  readonly loaded: ReturnType<typeof useTurns>
  readonly target: ThreadTarget | undefined
  readonly atEnd: boolean
  /** Lets go of the end. */
  readonly release: () => void
}

interface TurnRow {
  readonly number: number
  /** Space for the turns that are not drawn before it. */
  readonly above: number
}

/** Which turns of a chat are drawn, and the space that the others take. Goes to a turn, and to where one has read. */
export function useTurnRows({ chatId, box, loaded, target, atEnd, release }: RowsToShow) {
  const { sayError } = useActions()
  const { count, load, turnAt } = loaded
  const [first] = useState(() => target?.turn ?? readPlace(chatId))
  const [focused, setFocused] = useState<number>()
  const isPrinting = usePrinting(() => load(1, count))
  // oxlint-disable-next-line react/incompatible-library -- its functions are not kept
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LIKELY_HEIGHT,
    overscan: BEYOND,
    initialOffset: () => (first ?? count) * LIKELY_HEIGHT,
    rangeExtractor: ({ startIndex, endIndex, overscan }: Range) => {
      if (isPrinting) return Array.from({ length: count }, (_, index) => index)
      const shown = new Set<number>()
      const [from, to] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)]
      for (let index = from; index <= to; index += 1) shown.add(index)
      if (focused !== undefined && focused < count) shown.add(focused)
      // Keys ask for the last question and answer wherever one has scrolled to.
      if (count > 0) shown.add(count - 1)
      return [...shown].toSorted((a, b) => a - b)
    },
  })
  const items = virtual.getVirtualItems()
  const shown = items.map(({ index }) => index + 1)
  const missing = shown.filter((number) => turnAt(number) === undefined)
  const [low, high] = [missing[0], missing.at(-1)]
  useEffect(() => {
    if (low === undefined || high === undefined) return
    load(low, high).catch((error: unknown) => sayError(t('Varve couldn’t load these turns.'), error))
  }, [low, high, load, sayError])

  const goTo = useCallback(
    (turn: number) => {
      release()
      virtual.scrollToIndex(turn - 1, { align: 'start' })
    },
    [virtual, release],
  )
  const isThere = count > 0
  const wish = target?.wish
  const wanted = target?.turn
  useLayoutEffect(() => {
    const turn = wanted ?? first
    if (turn !== undefined && isThere) goTo(turn)
    // Once for each wish, and once when the chat is there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wish, isThere])
  useKeptPlace({ chatId, box, atEnd })

  let end = 0
  const rows = items.map(({ index, start, end: next }): TurnRow => {
    const above = Math.max(0, start - end)
    end = next
    return { number: index + 1, above }
  })
  return {
    rows,
    below: Math.max(0, virtual.getTotalSize() - end),
    measure: virtual.measureElement,
    onFocus: ({ target: element }: FocusEvent) => {
      const row = element.closest<HTMLElement>('[data-index]')
      setFocused(row ? Number(row.dataset['index']) : undefined)
    },
  }
}

/** Diagrams that take longer are printed as their source. */
const LONGEST_DRAWING_MILLISECONDS = 4_000

async function diagramsDrawn(): Promise<void> {
  const end = Date.now() + LONGEST_DRAWING_MILLISECONDS
  do await new Promise((resolve) => setTimeout(resolve, 50))
  while (document.querySelector('[data-drawing]') && Date.now() < end)
}

/** Prints the whole chat. Turns and diagrams are brought in first if printing starts with the keyboard shortcut. */
function usePrinting(loadAll: () => Promise<void>): boolean {
  const [isPrinting, setPrinting] = useState(false)
  const loadRef = useRef(loadAll)
  useEffect(() => {
    loadRef.current = loadAll
  })
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return
      event.preventDefault()
      void loadRef.current().then(async () => {
        begin()
        await diagramsDrawn()
        print()
      })
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      removeEventListener('keydown', onKey)
    }
  }, [])
  return isPrinting
}

const QUIET_MILLISECONDS = 400
/** Chats whose place is kept, the latest. */
const MOST_PLACES = 200

type Places = readonly (readonly [chat: string, turn: number])[]

/** The turn at which a chat was left; undefined where that was its end. */
export function readPlace(chatId: string | undefined): number | undefined {
  return readPlaces().find(([chat]) => chat === chatId)?.[1]
}

function readPlaces(): Places {
  const stored = readSetting('varve.reading')
  try {
    const value: unknown = stored === undefined ? [] : JSON.parse(stored)
    return Array.isArray(value) ? value.filter(isPlace) : []
  } catch {
    // Cut text names no places.
    return []
  }
}

function isPlace(value: unknown): value is Places[number] {
  return (
    Array.isArray(value) && typeof value[0] === 'string' && Number.isSafeInteger(value[1]) && value[1] > 0
  )
}

function useKeptPlace({ chatId, box, atEnd }: Pick<RowsToShow, 'chatId' | 'box' | 'atEnd'>): void {
  useEffect(() => {
    const element = box.current
    if (!element || chatId === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const others = readPlaces().filter(([chat]) => chat !== chatId)
      const turn = atEnd ? undefined : turnAtTop(element)
      const places = turn === undefined ? others : [...others, [chatId, turn] as const].slice(-MOST_PLACES)
      writeSetting('varve.reading', places.length === 0 ? undefined : JSON.stringify(places))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, QUIET_MILLISECONDS)
    }
    later()
    element.addEventListener('scroll', later, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', later)
    }
  }, [chatId, box, atEnd])
}

/** What is left of a turn below the edge, with the space above the next one, is not read any more. */
const SLIVER = 8

function turnAtTop(box: HTMLElement): number | undefined {
  const { top } = box.getBoundingClientRect()
  const rows = [...box.querySelectorAll<HTMLElement>('[data-index]')]
  const row = rows.find((each) => each.getBoundingClientRect().bottom > top + SLIVER)
  return row && Number(row.dataset['index']) + 1
}

/** Keeps a scrolled box at its end while the reader is there, and lets go as soon as they scroll away. */
export function useStickToEnd(chatId: string | undefined, target: ThreadTarget | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [opensAtEnd] = useState(() => target === undefined && readPlace(chatId) === undefined)
  const stick = useRef(opensAtEnd)
  const [atEnd, setAtEnd] = useState(opensAtEnd)
  const toEnd = useCallback(() => {
    // Turns that come into view only there have other heights than expected: it holds on until they are drawn.
    stick.current = true
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
  }, [])

  /** Lets go although the reader is at the end: something else is to stay in place. */
  const release = useCallback(() => {
    stick.current = false
  }, [])

  useLayoutEffect(() => {
    if (stick.current) toEnd()
  }, [toEnd])
  useEffect(() => {
    const element = box.current
    if (!element || !content.current) return undefined
    let before = element.scrollTop
    const onScroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isNear = scrollHeight - scrollTop - clientHeight < NEAR
      // Only who scrolls back leaves the end: text may have grown further since it was last followed.
      stick.current = isNear || (stick.current && scrollTop >= before)
      before = scrollTop
      setAtEnd(stick.current)
    }
    const observer = new ResizeObserver(() => {
      if (stick.current) toEnd()
    })
    observer.observe(content.current)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [toEnd])

  return { box, content, atEnd, toEnd, release }
}

/** Highlights words in rendered content without changing it. */
export function useFoundWords(content: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const element = content.current
    if (!element || words === '' || !('highlights' in CSS)) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      CSS.highlights.set('found', new Highlight(...rangesOf(element, words.toLowerCase())))
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    const observer = new MutationObserver(later)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete('found')
    }
  }, [content, words])
}

function rangesOf(element: HTMLElement, words: string): readonly StaticRange[] {
  const ranges: StaticRange[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase()
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const range = new StaticRange({
        startContainer: node,
        startOffset: at,
        endContainer: node,
        endOffset: at + words.length,
      })
      ranges.push(range)
    }
  }
  return ranges
}
