import './file-tree.css'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { FileIcon, PrivacyTag, SplitName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import type { TreeRow } from '../view-model/files/file-tree.ts'
import { formatTokens } from '../view-model/text/format.ts'
import { rowWindow, scrollToRow } from '../view-model/text/rows.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { useViewport } from '../parts/hooks.ts'
import { t } from '../i18n/t.ts'

const PAGE = 12

export interface FileTreeHandle {
  readonly focus: () => void
}

interface FileTreeProps {
  readonly ref: Ref<FileTreeHandle>
  readonly rows: readonly TreeRow[]
  /** The file that is open. */
  readonly current: string | undefined
  readonly onOpen: (path: string) => void
  readonly onFolders: (paths: readonly string[], open: boolean) => void
}

const ROW_HEIGHT = { wide: 27, phone: 44 } as const

/** Only the rows in view are in the page. The focus stays on the tree itself, which names the row that has it. */
export function FileTree({ ref, rows, current, onOpen, onFolders }: FileTreeProps) {
  const { layout } = useWorkbench()
  const rowHeight = layout.sidebar === 'drawer' ? ROW_HEIGHT.phone : ROW_HEIGHT.wide
  const root = useRef<HTMLDivElement>(null)
  const view = useViewport(root)
  const id = useId()
  const [activePath, setActivePath] = useState(current)
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === activePath),
  )
  useImperativeHandle(ref, () => ({ focus: () => root.current?.focus() }), [])
  const show = (row: number) => {
    const tree = root.current
    if (!tree) return
    const { scrollTop, clientHeight: height } = tree
    tree.scrollTop = scrollToRow({ row, rowHeight, scrollTop, height })
  }
  useShowCurrent(rows, current, (row) => {
    setActivePath(current)
    show(row)
  })
  const { first, end } = rowWindow({ count: rows.length, rowHeight, ...view })
  // The row with the mark is always in the page: a screen reader follows its id.
  const drawn = [...new Set([...range(first, end), ...(at < rows.length ? [at] : [])])].sort((a, b) => a - b)
  const act = (row: TreeRow) => {
    setActivePath(row.path)
    if (row.kind === 'file') onOpen(row.path)
    else onFolders([row.path], !row.open)
  }
  return (
    <div
      ref={root}
      className="file-tree"
      role="tree"
      aria-label={t('Files')}
      tabIndex={0}
      aria-activedescendant={rows.length === 0 ? undefined : `${id}-${at}`}
      hidden={rows.length === 0}
      onKeyDown={(event) => {
        const move = moveInTree(rows, at, event)
        if (!move) return
        event.preventDefault()
        if (move.kind === 'act') act(move.row)
        else if (move.kind === 'folders') onFolders(move.paths, move.open)
        else {
          setActivePath(rows[move.to]?.path)
          show(move.to)
        }
      }}
    >
      <div className="file-tree-rows" role="presentation" style={{ height: rows.length * rowHeight }}>
        {drawn.map((index) => {
          const row = rows[index]
          return row ? (
            <Row
              key={row.path}
              id={`${id}-${index}`}
              row={row}
              top={index * rowHeight}
              active={index === at}
              current={row.path === current}
              onAct={() => act(row)}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

/** Once per opened file, when its row exists, so that later scrolling isn't undone. */
function useShowCurrent(
  rows: readonly TreeRow[],
  current: string | undefined,
  show: (row: number) => void,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (current === undefined || shown.current === current) return
    const row = rows.findIndex(({ path }) => path === current)
    if (row < 0) return
    shown.current = current
    show(row)
  })
}

interface RowProps {
  readonly id: string
  readonly row: TreeRow
  readonly top: number
  readonly active: boolean
  readonly current: boolean
  readonly onAct: () => void
}

function Row({ id, row, top, active, current, onAct }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and the keys
    <div
      id={id}
      className="tree-row"
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.kind === 'folder' ? row.open : undefined}
      aria-selected={current}
      data-active={active ? true : undefined}
      title={row.path}
      style={{ top, paddingLeft: 8 + (row.level - 1) * 16 }}
      onClick={onAct}
    >
      {row.kind === 'folder' ? (
        <>
          <Icon name={row.open ? 'down' : 'right'} size={14} />
          <Icon name="folder" size={14} />
          <span className="grow cut">{row.name}</span>
          <span className="tree-count figures">{formatTokens(row.count)}</span>
        </>
      ) : (
        <>
          <span className="tree-gap" />
          <FileIcon kind={row.file.kind} />
          <SplitName name={row.name} />
          <PrivacyTag privacy={row.file.privacy} />
        </>
      )}
    </div>
  )
}

function range(first: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
}

/** What a key does in the tree: the mark goes to a row, a row acts, or folders open and close. */
type TreeMove =
  | { readonly kind: 'to'; readonly to: number }
  | { readonly kind: 'act'; readonly row: TreeRow }
  | { readonly kind: 'folders'; readonly paths: readonly string[]; readonly open: boolean }

interface TreeKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** The keys of a tree as screen readers teach them; undefined for any other. */
export function moveInTree(rows: readonly TreeRow[], at: number, event: TreeKey): TreeMove | undefined {
  const row = rows[at]
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const last = rows.length - 1
  switch (event.key) {
    case 'ArrowDown':
      return { kind: 'to', to: Math.min(at + 1, last) }
    case 'ArrowUp':
      return { kind: 'to', to: Math.max(at - 1, 0) }
    case 'PageDown':
      return { kind: 'to', to: Math.min(at + PAGE, last) }
    case 'PageUp':
      return { kind: 'to', to: Math.max(at - PAGE, 0) }
    case 'Home':
      return { kind: 'to', to: 0 }
    case 'End':
      return { kind: 'to', to: last }
    case 'ArrowRight':
      return goIn(rows, at, row)
    case 'ArrowLeft':
      return goOut(at, row)
    case 'Enter':
    case ' ':
      return { kind: 'act', row }
    case '*':
      return { kind: 'folders', paths: closedBeside(rows, row), open: true }
    default:
      return /^[^\s/?]$/u.test(event.key) ? seek(rows, at, event.key) : undefined
  }
}

function goIn(rows: readonly TreeRow[], at: number, row: TreeRow): TreeMove | undefined {
  if (row.kind !== 'folder') return undefined
  if (!row.open) return { kind: 'folders', paths: [row.path], open: true }
  return rows[at + 1]?.parent === at ? { kind: 'to', to: at + 1 } : undefined
}

function goOut(at: number, row: TreeRow): TreeMove | undefined {
  if (row.kind === 'folder' && row.open) return { kind: 'folders', paths: [row.path], open: false }
  return row.parent === undefined ? undefined : { kind: 'to', to: row.parent }
}

function closedBeside(rows: readonly TreeRow[], row: TreeRow): readonly string[] {
  return rows
    .filter((other) => other.kind === 'folder' && !other.open && other.parent === row.parent)
    .map(({ path }) => path)
}

/** The next row whose name begins with the letter, from the top again after the end. */
function seek(rows: readonly TreeRow[], at: number, letter: string): TreeMove | undefined {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= rows.length; step += 1) {
    const to = (at + step) % rows.length
    if (rows[to]?.name.toLowerCase().startsWith(wanted)) return { kind: 'to', to }
  }
  return undefined
}
