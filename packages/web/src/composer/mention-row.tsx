import type { FileView } from '@varve/server/types'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { FileIcon } from '../parts/file-icon.tsx'
import { Icon } from '../parts/icon.tsx'
import { ignoreSecondClick } from '../parts/ignore-second-click.ts'
import { PrivacyTag } from '../parts/privacy-tag.tsx'
import type { Mark } from '../view-model/text/find-place.ts'
import { formatBytes } from '../view-model/text/format-bytes.ts'
import { formatTokens, formatTokensShort } from '../view-model/text/format-tokens.ts'
import type { MentionOption } from '../view-model/composer/mention-groups.ts'
import { shortAddress } from '../view-model/composer/page-address.ts'

interface MentionRowProps {
  readonly id: string
  readonly option: MentionOption
  readonly isActive: boolean
  readonly state: 'attached' | 'kept' | undefined
  readonly onMove: () => void
  readonly onPick: () => void
}

/** One thing to attach: what it is, its name with what was typed in it, where it lies, its size. */
export function MentionRow({ id, option, isActive, state, onMove, onPick }: MentionRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="mention-option"
      onMouseMove={onMove}
      onClick={() => {
        // The list is gone after the first.
        ignoreSecondClick()
        onPick()
      }}
    >
      <RowBody option={option} />
      {state === undefined ? (
        <span className="faint figures">{sizeOf(option)}</span>
      ) : (
        <span className="tag">{state === 'attached' ? 'Attached' : 'Kept'}</span>
      )}
    </div>
  )
}

function RowBody({ option }: { readonly option: MentionOption }) {
  switch (option.kind) {
    case 'file':
      return (
        <>
          <FileIcon kind={option.match.file.kind} />
          <Marked name={option.match.alias ?? option.match.name} marks={option.match.marks} />
          <span className="grow cut faint">
            {option.match.alias === undefined ? option.match.folder : `→ ${option.match.name}`}
          </span>
          <PrivacyTag privacy={option.match.file.privacy} />
        </>
      )
    case 'chat':
      return (
        <>
          <Icon name="chat" size={14} />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
          <PrivacyTag privacy={option.file.privacy} />
        </>
      )
    case 'folder':
    case 'tag':
      return (
        <>
          <FileIcon kind={option.kind} />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
        </>
      )
    case 'heading':
      return (
        <>
          <FileIcon kind="selection" />
          <Marked name={option.name} marks={option.marks} />
          <span className="grow" />
        </>
      )
    case 'page':
      return (
        <>
          <FileIcon kind="url" />
          <span>Attach this page</span>
          <span className="grow cut faint">{shortAddress(option.item)}</span>
        </>
      )
    case 'word':
      return (
        <>
          <Icon name={option.icon} size={14} />
          <Marked name={option.item} marks={option.marks} />
          <span className="grow cut faint">{option.about}</span>
        </>
      )
    default:
      return option satisfies never
  }
}

function sizeOf(option: MentionOption): string {
  switch (option.kind) {
    case 'file':
      return fileSize(option.match.file)
    case 'chat':
      return fileSize(option.file)
    case 'folder':
      return `${formatTokens(option.count)} ${option.count === 1 ? 'file' : 'files'}`
    case 'tag':
      return `${formatTokens(option.count)} ${option.count === 1 ? 'note' : 'notes'}`
    case 'heading':
    case 'page':
      return ''
    case 'word':
      return option.inert?.why ?? ''
    default:
      option satisfies never
      return ''
  }
}

function fileSize({ tokens, bytes }: FileView): string {
  return tokens === undefined ? formatBytes(bytes) : formatTokensShort(tokens)
}

function Marked({ name, marks }: { readonly name: string; readonly marks: readonly Mark[] }) {
  const parts = marks.map(([from, to], index): ReactNode => {
    const end = marks[index - 1]?.[1] ?? 0
    return (
      <Fragment key={from}>
        {name.slice(end, from)}
        <b>{name.slice(from, to)}</b>
      </Fragment>
    )
  })
  return (
    <span className="cut">
      {parts}
      {name.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}
