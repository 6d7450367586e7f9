import { type DragEvent, useEffect, useRef, useState } from 'react'
import { parsePageAddress } from '../view-model/composer/page-address.ts'

export interface DropTarget {
  /** Something that can be dropped is held over the target. */
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

interface DropOptions {
  readonly onFiles: (files: readonly File[]) => void
  readonly onFolder: () => void
  readonly onAddress: (address: string) => void
  /** Words from another program, over a field that takes them; returns whether they were taken in another way. */
  readonly onText: (text: string) => boolean
}

/** Takes files and links from other programs. What is dragged within the page is left alone. */
export function useDropTarget({ onFiles, onFolder, onAddress, onText }: DropOptions): DropTarget {
  const [isOver, setOver] = useState(false)
  const isOwn = useOwnDrag()
  const concerns = ({ dataTransfer }: DragEvent) =>
    !isOwn.current && dataTransfer.types.some((type) => type === 'Files' || type === 'text/uri-list')
  const hold = (event: DragEvent) => {
    if (!concerns(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!concerns(event)) {
      if (!isOwn.current && onText(event.dataTransfer.getData('text/plain'))) event.preventDefault()
      return
    }
    event.preventDefault()
    const { files, folders } = readFiles(event.dataTransfer)
    if (folders > 0) onFolder()
    if (files.length > 0) return onFiles(files)
    const address = parsePageAddress(firstAddress(event.dataTransfer))
    if (address !== undefined && folders === 0) onAddress(address)
  }
  return { isOver, handlers: { onDragEnter: hold, onDragOver: hold, onDragLeave, onDrop } }
}

/** A folder also looks like a file, until it is read. */
function readFiles(data: DataTransfer): { readonly files: readonly File[]; readonly folders: number } {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  const files = items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory === true ? null : item.getAsFile()
    return file ? [file] : []
  })
  return { files, folders: items.length - files.length }
}

/** A list of addresses has one on each line; a line that begins with # is a remark. */
function firstAddress(data: DataTransfer): string {
  const list = data.getData('text/uri-list') || data.getData('text/plain')
  return list.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#')) ?? ''
}

/** Whether what is dragged comes from this page. */
function useOwnDrag(): { readonly current: boolean } {
  const isOwn = useRef(false)
  useEffect(() => {
    const begin = () => (isOwn.current = true)
    const end = () => (isOwn.current = false)
    addEventListener('dragstart', begin)
    addEventListener('dragend', end)
    return () => {
      removeEventListener('dragstart', begin)
      removeEventListener('dragend', end)
    }
  }, [])
  return isOwn
}
