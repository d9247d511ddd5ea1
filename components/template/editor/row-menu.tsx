import { Menu } from '@mantine/core'
import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import {
  IconAdjustments,
  IconArrowDown,
  IconArrowUp,
  IconBolt,
  IconCircleCheck,
  IconCircleOff,
  IconCopy,
  IconPencil,
  IconTrash,
} from '../../ui/icons.ts'
import type { FieldAction } from './field-row.tsx'

export interface OpenedMenu {
  fieldId: string
  button: HTMLElement
}

interface RowMenuProps {
  menu: OpenedMenu | null
  disabled: boolean
  /** The actions that are enabled for this field. */
  actions: ReadonlySet<FieldAction>
  onAct: (action: FieldAction, fieldId: string) => void
  onClose: () => void
}

const iconSize = 16

/** One menu for all rows: a separate menu in each of 500 rows would be slow. */
export function RowMenu({ menu, disabled, actions, onAct, onClose }: RowMenuProps) {
  if (!menu) return null
  const item = (action: FieldAction, label: string, icon: ReactNode, color?: string) => (
    <Menu.Item
      leftSection={icon}
      disabled={!actions.has(action)}
      onClick={() => onAct(action, menu.fieldId)}
      {...(color === undefined ? {} : { color })}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu
      key={menu.fieldId}
      defaultOpened
      onClose={onClose}
      position="bottom-end"
      width={220}
      shadow="md"
      // Do not use a React portal, so that the menu stays inside the landmark region of the row.
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Pressed button={menu.button} />
      </Menu.Target>
      <Menu.Dropdown>
        {item('open', 'Edit', <IconPencil size={iconSize} />)}
        {item('quick', 'Quick instructions', <IconBolt size={iconSize} />)}
        {actions.has('settings') && item('settings', 'Field settings', <IconAdjustments size={iconSize} />)}
        {actions.has('delete') && (
          <>
            <Menu.Divider />
            {item('up', 'Move up', <IconArrowUp size={iconSize} />)}
            {item('down', 'Move down', <IconArrowDown size={iconSize} />)}
            {item('duplicate', 'Duplicate', <IconCopy size={iconSize} />)}
            {disabled
              ? item('disable', 'Enable', <IconCircleCheck size={iconSize} />)
              : item('disable', 'Disable', <IconCircleOff size={iconSize} />)}
            <Menu.Divider />
            {item('delete', 'Delete', <IconTrash size={iconSize} />, 'red.8')}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Passes an existing button to the menu as its target. */
function Pressed({ button, ref }: { button: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button, [button])
  return null
}
