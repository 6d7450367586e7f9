import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useActions } from '../workbench/actions.ts'
import { useTheme } from './use-theme.ts'

export function SidebarFoot() {
  const { dispatch } = useActions()
  return (
    <div className="sidebar-foot">
      <span className="sidebar-saved grow" title="Saved on this device">
        <Icon name="check" size={14} />
        <span className="cut">Saved here</span>
      </span>
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
