import './canvas-board.css'
import type { FileContentView } from '@varve/contract'
import {
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { NoteMarkdown } from '../markdown/lazy-markdown.tsx'
import { NoteAnchor, NoteLinksContext } from '../markdown/note-link.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Picture } from '../parts/picture.tsx'
import { splitPath } from '../view-model/files/file-names.ts'

/** More cards than this are shown as text: drawing them would hold the page up. */
const MOST_CARDS = 1_000

/** Room around the cards, for the ends of arrows. */
const MARGIN = 40

const SMALLEST = 0.1
const LARGEST = 2

const SIDES = ['top', 'right', 'bottom', 'left'] as const

type Side = (typeof SIDES)[number]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

type CardContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly heading: string | undefined }
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'group'; readonly label: string }

interface Card extends Box {
  readonly id: string
  readonly color: string | undefined
  readonly content: CardContent
}

interface Arrow {
  readonly id: string
  readonly from: Card
  readonly to: Card
  readonly fromSide: Side | undefined
  readonly toSide: Side | undefined
  readonly atStart: boolean
  readonly atEnd: boolean
  readonly color: string | undefined
  readonly label: string
}

export interface Board {
  readonly cards: readonly Card[]
  readonly arrows: readonly Arrow[]
}

interface CanvasBoardProps {
  readonly file: FileContentView
  /** In place of a board that can't be read. */
  readonly otherwise: ReactNode
}

/** A `.canvas` file as Obsidian draws it: cards where they were put, with the arrows between them. */
export function CanvasBoard({ file, otherwise }: CanvasBoardProps) {
  const board = useMemo(() => parseBoard(file.content), [file.content])
  const area = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const all = useMemo(() => boundsOf(board?.cards ?? []), [board])
  const fit = () => setScale(Math.min(1, Math.max(SMALLEST, (area.current?.clientWidth ?? 800) / all.width)))
  useLayoutEffect(() => {
    const width = area.current?.clientWidth
    if (width !== undefined) setScale(Math.min(1, Math.max(SMALLEST, width / all.width)))
  }, [all.width])
  const zoom = (by: number) => setScale((now) => Math.min(LARGEST, Math.max(SMALLEST, now * by)))
  useWheelZoom(area, zoom)
  const drag = useDrag()
  if (!board)
    return (
      <>
        <p className="file-said">{t('This board can’t be drawn, so its text is shown.')}</p>
        {otherwise}
      </>
    )
  if (board.cards.length === 0) return <p className="file-said">{t('This board is empty.')}</p>
  const { cards, arrows } = board
  const groups = cards.filter(({ content }) => content.kind === 'group')
  const others = cards.filter(({ content }) => content.kind !== 'group')
  return (
    <div className="board">
      <div className="board-tools">
        <span className="grow faint">
          {t('{cards} {cards|card|cards}, {arrows} {arrows|connection|connections}', {
            cards: others.length,
            arrows: arrows.length,
          })}
        </span>
        <IconButton icon="minus" label={t('Zoom out')} onClick={() => zoom(1 / 1.25)} />
        <span className="figures">{Math.round(scale * 100)} %</span>
        <IconButton icon="plus" label={t('Zoom in')} onClick={() => zoom(1.25)} />
        <Button small look="bare" onClick={fit}>
          {t('Fit')}
        </Button>
      </div>
      <div ref={area} className="board-area" role="region" aria-label={t('Board')} tabIndex={0} {...drag}>
        <div style={{ width: all.width * scale, height: all.height * scale }}>
          <div
            className="board-ground"
            style={{ width: all.width, height: all.height, transform: `scale(${scale})` }}
          >
            {groups.map((card) => (
              <CardBox key={card.id} card={card} origin={all} />
            ))}
            <Arrows arrows={arrows} all={all} />
            {others.map((card) => (
              <CardBox key={card.id} card={card} origin={all} />
            ))}
          </div>
        </div>
      </div>
      {arrows.length === 0 ? null : (
        <ul className="visually-hidden" aria-label={t('Connections')}>
          {arrows.map((arrow) => (
            <li key={arrow.id}>
              {`${nameOf(arrow.from)} → ${nameOf(arrow.to)}${arrow.label === '' ? '' : `: ${arrow.label}`}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function CardBox({ card, origin }: { readonly card: Card; readonly origin: Box }) {
  const { x, y, width, height, color, content } = card
  return (
    <div
      className="board-card"
      data-kind={content.kind}
      style={{ left: x - origin.x, top: y - origin.y, width, height, ...colorStyle(color) }}
    >
      <CardInside content={content} />
    </div>
  )
}

function CardInside({ content }: { readonly content: CardContent }) {
  const links = useContext(NoteLinksContext)
  switch (content.kind) {
    case 'group':
      return <p className="board-group">{content.label}</p>
    case 'text':
      return (
        <div className="markdown">
          <NoteMarkdown text={content.text} linesBefore={undefined} />
        </div>
      )
    case 'link':
      return /^https?:\/\//i.test(content.url) ? (
        <a href={content.url} target="_blank" rel="noopener noreferrer nofollow">
          {content.url}
        </a>
      ) : (
        content.url
      )
    case 'file': {
      const { path, heading } = content
      if (/\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(path))
        return <Picture src={routes.picture(path)} alt={splitPath(path).name} />
      return (
        links?.embed?.(path, heading) ?? (
          <NoteAnchor path={path} heading={heading}>
            {splitPath(path).name}
          </NoteAnchor>
        )
      )
    }
    default:
      return content satisfies never
  }
}

function Arrows({ arrows, all }: { readonly arrows: readonly Arrow[]; readonly all: Box }) {
  return (
    <svg className="board-arrows" width={all.width} height={all.height} aria-hidden="true">
      <defs>
        <marker
          id="board-arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 10 5 0 10z" fill="context-stroke" />
        </marker>
      </defs>
      {arrows.map((arrow) => {
        const { path, middle } = curveOf(arrow, all)
        return (
          <g key={arrow.id} style={colorStyle(arrow.color)}>
            <path
              d={path}
              markerStart={arrow.atStart ? 'url(#board-arrow)' : undefined}
              markerEnd={arrow.atEnd ? 'url(#board-arrow)' : undefined}
            />
            {arrow.label === '' ? null : (
              <text x={middle[0]} y={middle[1]} textAnchor="middle" dominantBaseline="middle">
                {arrow.label}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

type Point = readonly [x: number, y: number]

const OUTWARD: Readonly<Record<Side, Point>> = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] }

/** From the middle of one side to that of the other, leaving and arriving at a right angle. */
function curveOf(
  { from, to, fromSide, toSide }: Arrow,
  all: Box,
): { readonly path: string; readonly middle: Point } {
  const [leave, arrive] = [fromSide ?? sideTowards(from, to), toSide ?? sideTowards(to, from)]
  const start = middleOf(from, leave, all)
  const end = middleOf(to, arrive, all)
  const reach = Math.max(40, Math.hypot(end[0] - start[0], end[1] - start[1]) / 3)
  const pulled = ([x, y]: Point, side: Side): Point => [
    x + OUTWARD[side][0] * reach,
    y + OUTWARD[side][1] * reach,
  ]
  const [first, second] = [pulled(start, leave), pulled(end, arrive)]
  const middle = (at: 0 | 1) => (start[at] + 3 * first[at] + 3 * second[at] + end[at]) / 8
  return {
    path: `M${start.join(' ')}C${first.join(' ')} ${second.join(' ')} ${end.join(' ')}`,
    middle: [middle(0), middle(1)],
  }
}

function middleOf({ x, y, width, height }: Box, side: Side, origin: Box): Point {
  const [outX, outY] = OUTWARD[side]
  return [x - origin.x + (width * (1 + outX)) / 2, y - origin.y + (height * (1 + outY)) / 2]
}

function sideTowards(from: Box, to: Box): Side {
  const across = to.x + to.width / 2 - from.x - from.width / 2
  const down = to.y + to.height / 2 - from.y - from.height / 2
  if (Math.abs(across) >= Math.abs(down)) return across >= 0 ? 'right' : 'left'
  return down >= 0 ? 'bottom' : 'top'
}

function boundsOf(cards: readonly Box[]): Box {
  if (cards.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const x = Math.min(...cards.map((card) => card.x)) - MARGIN
  const y = Math.min(...cards.map((card) => card.y)) - MARGIN
  const right = Math.max(...cards.map((card) => card.x + card.width)) + MARGIN
  const bottom = Math.max(...cards.map((card) => card.y + card.height)) + MARGIN
  return { x, y, width: right - x, height: bottom - y }
}

/** Obsidian's six colours by number, or one of one's own. */
function colorStyle(color: string | undefined): Record<string, string> {
  if (color === undefined) return {}
  if (/^[1-6]$/.test(color)) return { '--card': `var(--board-${color})` }
  return /^#[\da-f]{3,8}$/i.test(color) ? { '--card': color } : {}
}

function nameOf({ content }: Card): string {
  switch (content.kind) {
    case 'text':
      return (
        content.text
          .replaceAll(/[#*_`[\]]/g, '')
          .trim()
          .split('\n')[0] ?? ''
      )
    case 'file':
      return splitPath(content.path).name
    case 'link':
      return content.url
    case 'group':
      return content.label
    default:
      return content satisfies never
  }
}

/** The board that a JSON Canvas describes, without what of it makes no sense; undefined where it is none. */
export function parseBoard(content: string): Board | undefined {
  let found: unknown
  try {
    found = content.trim() === '' ? {} : JSON.parse(content)
  } catch {
    return undefined
  }
  if (!isRecord(found)) return undefined
  const { nodes = [], edges = [] } = found
  if (!Array.isArray(nodes) || !Array.isArray(edges) || nodes.length > MOST_CARDS) return undefined
  const cards = nodes.flatMap((node: unknown) => asCard(node) ?? [])
  const byId = new Map(cards.map((card) => [card.id, card]))
  return {
    cards: [...byId.values()],
    arrows: edges.flatMap((edge: unknown, at) => asArrow(edge, at, byId) ?? []),
  }
}

function asCard(node: unknown): Card | undefined {
  if (!isRecord(node)) return undefined
  const { id, x, y, width, height } = node
  const content = contentOf(node)
  if (typeof id !== 'string' || !content) return undefined
  if (!isLength(x) || !isLength(y) || !isLength(width) || !isLength(height)) return undefined
  return {
    id,
    x,
    y,
    width: Math.max(1, width),
    height: Math.max(1, height),
    color: textOf(node['color']),
    content,
  }
}

function contentOf(node: Readonly<Record<string, unknown>>): CardContent | undefined {
  switch (node['type']) {
    case 'text':
      return { kind: 'text', text: textOf(node['text']) ?? '' }
    case 'file': {
      const path = textOf(node['file'])
      const heading = textOf(node['subpath'])?.replace(/^#/, '')
      return path === undefined ? undefined : { kind: 'file', path, heading: heading || undefined }
    }
    case 'link': {
      const url = textOf(node['url'])
      return url === undefined ? undefined : { kind: 'link', url }
    }
    case 'group':
      return { kind: 'group', label: textOf(node['label']) ?? '' }
    default:
      return undefined
  }
}

function asArrow(edge: unknown, at: number, cards: ReadonlyMap<string, Card>): Arrow | undefined {
  if (!isRecord(edge)) return undefined
  const from = cards.get(textOf(edge['fromNode']) ?? '')
  const to = cards.get(textOf(edge['toNode']) ?? '')
  if (!from || !to) return undefined
  const side = (name: unknown) => SIDES.find((one) => one === name)
  return {
    id: `${at} ${textOf(edge['id']) ?? ''}`,
    from,
    to,
    fromSide: side(edge['fromSide']),
    toSide: side(edge['toSide']),
    atStart: edge['fromEnd'] === 'arrow',
    atEnd: edge['toEnd'] !== 'none',
    color: textOf(edge['color']),
    label: textOf(edge['label']) ?? '',
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < 1_000_000
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The pointer drags the ground, as in a map; what is on a card can still be selected. */
function useDrag() {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onPointerDown: ({ currentTarget, target, clientX, clientY, pointerId, pointerType }: PointerEvent) => {
      const isOnCard = target instanceof Element && target.closest('.board-card:not([data-kind="group"])')
      if (pointerType !== 'mouse' || isOnCard) return
      currentTarget.setPointerCapture(pointerId)
      from.current = { x: clientX + currentTarget.scrollLeft, y: clientY + currentTarget.scrollTop }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent) => {
      if (from.current) currentTarget.scrollTo(from.current.x - clientX, from.current.y - clientY)
    },
    onPointerUp: () => {
      from.current = undefined
    },
  }
}

/** Ctrl and the wheel, which is also how a touchpad says that two fingers part. */
function useWheelZoom(area: { readonly current: HTMLElement | null }, zoom: (by: number) => void): void {
  useEffect(() => {
    const element = area.current
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  })
}
