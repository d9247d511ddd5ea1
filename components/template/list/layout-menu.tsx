import { ActionIcon, Menu } from '@mantine/core'
import type { ComponentType } from 'react'
import type { Layout, LayoutAccess } from '../../../lib/contracts/index.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import {
  IconAdjustments,
  IconCopy,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconHistory,
  IconSparkles,
  IconTrash,
  IconUsers,
} from '../../ui/icons.ts'

export const layoutActions = ['tab', 'generate', 'details', 'copy', 'share', 'versions', 'export', 'delete'] as const
export type LayoutAction = (typeof layoutActions)[number]

const items: Record<LayoutAction, { label: string; Icon: ComponentType<{ size: number }> }> = {
  tab: { label: 'Open in a tab', Icon: IconExternalLink },
  generate: { label: 'Generate fields', Icon: IconSparkles },
  details: { label: 'Details', Icon: IconAdjustments },
  copy: { label: 'Make a copy', Icon: IconCopy },
  share: { label: 'Share', Icon: IconUsers },
  versions: { label: 'Versions', Icon: IconHistory },
  export: { label: 'Export', Icon: IconDownload },
  delete: { label: 'Delete', Icon: IconTrash },
}

/** The actions that each kind of access allows (product 6.2). Only the owner can share and delete a layout. */
const actionsByAccess: Record<LayoutAccess, readonly LayoutAction[]> = {
  owner: layoutActions,
  editor: ['tab', 'generate', 'details', 'copy', 'versions', 'export'],
  public: ['tab', 'copy', 'export'],
  viewer: ['tab', 'copy', 'export'],
}

interface LayoutMenuProps {
  layout: Layout
  email: string
  /** Actions that the menu must not offer, for example `tab` in a screen that is already in its own tab. */
  without?: readonly LayoutAction[]
  onAct: (action: LayoutAction, layout: Layout) => void
}

export function LayoutMenu({ layout, email, without = [], onAct }: LayoutMenuProps) {
  const actions = actionsByAccess[layoutAccess(layout, email)].filter((action) => !without.includes(action))
  return (
    <Menu
      position="bottom-end"
      width={200}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      zIndex={20}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Actions for ${layout.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { label, Icon } = items[action]
          return (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} />}
              {...(action === 'delete' ? { color: 'red.8' } : {})}
              onClick={() => onAct(action, layout)}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
