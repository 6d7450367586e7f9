import '../parts/text-field.css'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useAppSettings, useChangeAppSettings } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'

/** Where agents and `@web` search the web: an address, a test, and saving. */
export function WebSearchSettings() {
  const { data } = useAppSettings()
  const kept = data?.webSearch ?? ''
  const [typed, setTyped] = useState<string>()
  const address = (typed ?? kept).trim()
  const attempt = useMutation({ mutationFn: () => routes.tryWebSearch(address) })
  const save = useChangeAppSettings()
  const field = useId()
  const about = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ webSearch: address === '' ? null : address }, { onSuccess: () => setTyped(undefined) })
  }
  return (
    <section className="web-search">
      <h3>{t('Web search')}</h3>
      <p id={about} className="switch-about">
        {t(
          'Agents and @web search the web through SearXNG, or a service compatible with it, at this address. It must return JSON. Search terms leave this machine with private data redacted.',
        )}
      </p>
      <form className="web-search-form" onSubmit={submit}>
        <label htmlFor={field} className="visually-hidden">
          {t('Address of the search engine')}
        </label>
        <input
          id={field}
          className="text-field"
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="http://127.0.0.1:8888"
          aria-describedby={about}
          value={typed ?? kept}
          onChange={({ target }) => {
            setTyped(target.value)
            attempt.reset()
          }}
        />
        <Button disabled={address === '' || attempt.isPending} onClick={() => attempt.mutate()}>
          {t('Test')}
        </Button>
        <Button type="submit" disabled={typed === undefined || address === kept || save.isPending}>
          {t('Save')}
        </Button>
      </form>
      <div role="status" className="web-search-said">
        {attempt.isPending ? t('Searching…') : null}
        {attempt.data ? (
          <>
            <Icon name={attempt.data.results > 0 ? 'check' : 'warn'} size={14} />
            {attempt.data.results > 0
              ? t('{host} found {results} {results|page|pages}.', {
                  host: attempt.data.host,
                  results: attempt.data.results,
                })
              : t('{host} answered and found nothing.', { host: attempt.data.host })}
          </>
        ) : null}
      </div>
      {attempt.error ? <ErrorNotice error={attempt.error} /> : null}
      {save.error ? <ErrorNotice error={save.error} /> : null}
    </section>
  )
}
