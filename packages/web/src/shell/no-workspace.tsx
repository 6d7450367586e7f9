import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import '../thread/chat-view.css'

/** In place of the whole page: without a workspace nothing of it works. */
export function NoWorkspace({ error }: { readonly error: unknown }) {
  return (
    <main className="chat-view">
      <div className="chat-view-problem">
        <h1 className="visually-hidden">No workspace</h1>
        <ErrorNotice error={error} level={2} />
        <Button look="main" onClick={() => location.assign('/')}>
          Open the first workspace
        </Button>
      </div>
    </main>
  )
}
