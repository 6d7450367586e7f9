import { isSignedOut } from '../api/web-error.ts'
import { useWorkspace } from '../api/workspace-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useActions } from '../workbench/actions.ts'
import { useTheme } from './use-theme.ts'

export function SidebarFoot() {
  const { dispatch } = useActions()
  return (
    <div className="sidebar-foot">
      <SavedSign />
      <SettingsButton />
      <IconButton
        icon="keys"
        label="Shortcuts"
        onClick={() => dispatch({ kind: 'dialog', dialog: 'keys' })}
      />
      <ThemeSwitch />
    </div>
  )
}

/** Whether what one does is kept: not while the server is gone or refuses this page. */
function SavedSign() {
  const { error } = useWorkspace()
  const [words, about] = isSignedOut(error)
    ? ['Signed out', 'Nothing is saved until Varve knows this page again']
    : error
      ? ['No connection', 'Nothing is saved until Varve answers']
      : ['Saved here', 'Saved on this device']
  return (
    <span className="sidebar-saved grow" title={about} data-trouble={error ? true : undefined}>
      <Icon name={error ? 'warn' : 'check'} size={14} />
      <span className="cut">{words}</span>
    </span>
  )
}

export function SettingsButton() {
  const { dispatch } = useActions()
  return (
    <IconButton
      icon="sliders"
      label="Workspace settings"
      onClick={() => dispatch({ kind: 'dialog', dialog: 'workspace-settings' })}
    />
  )
}

export function ThemeSwitch() {
  const { theme, switchTheme } = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? 'Light theme' : 'Dark theme'}
      onClick={switchTheme}
    />
  )
}
