import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningVarve, startVarve } from './start-varve.ts'

const LANGUAGES = [
  {
    locale: 'de-DE',
    language: 'de',
    signIn: 'Bei Varve anmelden',
    send: 'Senden',
    answer: 'Antwort kopieren',
    inspector: 'Inspektor',
    settings: 'Einstellungen',
    choice: 'Sprache',
  },
  {
    locale: 'fr-CA',
    language: 'fr',
    signIn: 'Se connecter à Varve',
    send: 'Envoyer',
    answer: 'Copier la réponse',
    inspector: 'Inspecteur',
    settings: 'Réglages',
    choice: 'Langue',
  },
  {
    locale: 'es-MX',
    language: 'es',
    signIn: 'Iniciar sesión en Varve',
    send: 'Enviar',
    answer: 'Copiar la respuesta',
    inspector: 'Inspector',
    settings: 'Ajustes',
    choice: 'Idioma',
  },
] as const

/** Signing in, asking and the settings in each language, and the way back to English with the draft in place. */
export function walkInLanguages(browser: Browser): void {
  let varve: RunningVarve

  beforeAll(async () => {
    varve = await startVarve()
  })

  afterAll(async () => {
    await varve?.stop()
  })

  describe.each(LANGUAGES)('in $language', ({ locale, language, ...words }) => {
    test('one signs in, asks and changes the language without losing the draft', async () => {
      const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } })
      const problems: string[] = []
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(error.message))
      await page.goto(new URL('/', varve.url).href)
      await page.getByRole('heading', { name: words.signIn }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)

      varve = await varve.restart()
      // Each link signs one browser in.
      await page.goto(varve.url)
      const message = page.locator('textarea').first()
      await message.fill('When do we launch?')
      await page.getByRole('button', { name: words.send, exact: true }).click()
      await page.getByRole('button', { name: words.answer }).waitFor()

      await message.fill('A draft that stays')
      await page
        .getByRole('link', { name: words.settings })
        .or(page.getByRole('button', { name: words.settings }))
        .first()
        .click()
      await page.getByRole('combobox', { name: words.choice }).selectOption('en')
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      await page.locator('.chat-link').first().click()
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue())
        .toBe('A draft that stays')
      expect(problems).toEqual([])
      await context.close()
    })
  })
}
