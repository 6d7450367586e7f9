import { Icon } from '../parts/icon.tsx'
import { LARGEST_UPLOAD_WORDS } from './use-uploads.ts'
import './drop-overlay.css'

/** Shown over the conversation while files or a link are held over it. */
export function DropOverlay() {
  return (
    <div className="drop-overlay" aria-hidden="true">
      <div className="drop-overlay-words">
        <Icon name="clip" size={20} />
        <b>Drop to attach</b>
        <span>Pictures, PDFs and text, up to {LARGEST_UPLOAD_WORDS} each, or a link to a page</span>
      </div>
    </div>
  )
}
