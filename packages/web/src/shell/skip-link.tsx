import './skip-link.css'
import { t } from '../i18n/t.ts'
import { useWorkbench } from '../workbench/workbench.tsx'

/** The first stop of the Tab key: past the sidebar, to where one writes or reads. */
export function SkipLink() {
  const { place, composer } = useWorkbench()
  const isChat = place.kind === 'chat'
  const skip = () => {
    const main = document.querySelector('main')
    if (isChat && composer.current) return composer.current.focus()
    if (!main) return
    main.tabIndex = -1
    main.focus()
  }
  return (
    <nav className="skip-link" aria-label={t('Skip')}>
      <button type="button" className="button main" onClick={skip}>
        {isChat ? t('Skip to the message') : t('Skip to the page')}
      </button>
    </nav>
  )
}
