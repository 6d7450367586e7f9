import type { ChatView } from '@varve/server/types'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../workbench/actions.ts'
import './chat-file-notices.css'

/** What is wrong with the file of this chat, right below its title. Nothing where all is well. */
export function ChatFileNotices({ chat }: { readonly chat: ChatView | undefined }) {
  const { openFile } = useActions()
  const { notices = [], file } = chat ?? {}
  return (
    // Always there: a screen reader hears only what changes inside a region it knows.
    <div role="status" aria-label="About the file of this chat">
      {notices.length === 0 ? null : (
        <div className="chat-file-notices">
          <Icon name="warn" size={14} />
          <ul className="grow">
            {notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
          {file === undefined ? null : (
            <button type="button" onClick={() => openFile(file)}>
              Open its file
            </button>
          )}
        </div>
      )}
    </div>
  )
}
