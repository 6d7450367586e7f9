import '../shell/chat-dialogs.css'
import '../parts/text-field.css'
import type { ChatSummaryView } from '@varve/contract'
import { EXPORT_FORMATS, EXPORT_FORMS } from '@varve/contract/tables/export-formats'
import { useId, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { titleOf, useChatActions } from '../workbench/use-chat-actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Button } from '../parts/button.tsx'
import { routes } from '../api/routes.ts'
import { useChats } from '../api/chat-lists.ts'
import { Chip } from '../parts/chip.tsx'
import { t } from '../i18n/t.ts'

interface ChatMenuProps {
  readonly chat: ChatSummaryView
  readonly label: string
  readonly buttonClass: string
  readonly size: 14 | 16
  /** Turns its title into a text field. */
  readonly onRename: () => void
}

/** What can be done with a chat, in its row and in its bar. */
export function ChatMenu({ chat, label, buttonClass, size, onRename }: ChatMenuProps) {
  const { pin, archive, trash, suggestTitle } = useChatActions()
  const [asking, setAsking] = useState<'tags' | 'export'>()
  const close = () => setAsking(undefined)
  const { pinned = false, archived = false } = chat
  return (
    <>
      <Menu label={label} button={<Icon name="more" size={size} />} buttonClass={buttonClass}>
        <MenuItem command="rename-chat" icon="edit" onSelect={onRename}>
          {t('Rename')}
        </MenuItem>
        <MenuItem command="suggest-title" icon="bulb" onSelect={() => suggestTitle(chat)}>
          {t('Suggest a title')}
        </MenuItem>
        <MenuItem command="pin-chat" icon="pin" onSelect={() => pin(chat, !pinned)}>
          {pinned ? t('Unpin') : t('Pin')}
        </MenuItem>
        <MenuItem command="tag-chat" icon="tag" onSelect={() => setAsking('tags')}>
          {t('Tags…')}
        </MenuItem>
        <MenuItem command="export-chat" icon="export" onSelect={() => setAsking('export')}>
          {t('Export…')}
        </MenuItem>
        <MenuItem command="archive-chat" icon="archive" onSelect={() => archive(chat, !archived)}>
          {archived ? t('Unarchive') : t('Archive')}
        </MenuItem>
        <MenuItem command="trash-chat" icon="trash" danger onSelect={() => trash(chat)}>
          {t('Move to trash')}
        </MenuItem>
      </Menu>
      {asking === 'tags' ? <ChatTagsDialog chat={chat} onClose={close} /> : null}
      {asking === 'export' ? <ExportChatDialog chat={chat} title={titleOf(chat)} onClose={close} /> : null}
    </>
  )
}

interface ExportChatDialogProps {
  readonly chat: { readonly id: string }
  readonly title: string
  readonly onClose: () => void
}

/** A chat as a file, with every branch and answer. */
export function ExportChatDialog({ chat, title, onClose }: ExportChatDialogProps) {
  return (
    <Dialog label={t('Export chat')} title={t('Export “{title}”', { title })} onClose={onClose}>
      <div className="dialog-body chat-dialog-body">
        <ul className="export-forms">
          {EXPORT_FORMS.map((form) => (
            <li key={form}>
              <a href={routes.exportChat(chat.id, form)} download onClick={onClose}>
                <Icon name="export" />
                <span className="grow">
                  <b>{EXPORT_FORMATS[form].label}</b>
                  <small>{t(EXPORT_FORMATS[form].help)}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface ChatTagsDialogProps {
  readonly chat: ChatSummaryView
  readonly onClose: () => void
}

/** The tags of a chat: each can be taken off, others put on. They are saved at once. */
export function ChatTagsDialog({ chat, onClose }: ChatTagsDialogProps) {
  const { tag } = useChatActions()
  const { chats = [] } = useChats()
  const [tags, setTags] = useState(chat.tags ?? [])
  const [text, setText] = useState('')
  const known = useId()
  const change = (next: readonly string[]) => {
    setTags(next)
    tag(chat, next)
  }
  const add = () => {
    const names = parseTags(text).filter((name) => !tags.includes(name))
    setText('')
    if (names.length > 0) change([...tags, ...names])
  }
  const others = new Set(chats.flatMap(({ tags: each = [] }) => each).filter((name) => !tags.includes(name)))
  return (
    <Dialog
      label={t('Tags of the chat')}
      title={t('Tags of “{title}”', { title: titleOf(chat) })}
      forTyping
      onClose={onClose}
    >
      <div className="dialog-body chat-dialog-body">
        {tags.length === 0 ? (
          <p>{t('No tags yet. Search finds a chat by its tags.')}</p>
        ) : (
          <div className="chips">
            {tags.map((name) => (
              <Chip
                key={name}
                kind="tag"
                label={name}
                title={name}
                onRemove={() => change(tags.filter((other) => other !== name))}
              />
            ))}
          </div>
        )}
        <form
          className="chat-dialog-row"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
        >
          <input
            className="text-field"
            aria-label={t('Add a tag')}
            placeholder={t('Add a tag')}
            list={known}
            value={text}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
          <datalist id={known}>
            {[...others].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button type="submit" disabled={text.trim() === ''}>
            {t('Add')}
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

/** The tags that a text names, separated by commas; within one, spaces become hyphens. Each once. */
export function parseTags(text: string): readonly string[] {
  const names = text.split(',').map((part) => part.trim().replace(/^#+/, '').trim().replace(/\s+/g, '-'))
  return [...new Set(names.filter((name) => name !== ''))]
}
