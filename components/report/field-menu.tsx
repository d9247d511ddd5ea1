import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil } from '../ui/icons.ts'

/** Instructions for rewriting. The server expects exactly these words. */
const instructions = ['Shorter', 'Fuller', 'Plainer'] as const

interface FieldMenuProps {
  label: string
  empty: boolean
  /** True for free text that can be rewritten by an instruction. */
  instructs: boolean
  disabled: boolean
  onEdit: () => void
  onRewrite: (instruction?: string) => void
  onAsk: () => void
}

export function FieldMenu({ label, empty, instructs, disabled, onEdit, onRewrite, onAsk }: FieldMenuProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        disabled={disabled}
        aria-label={`Edit ${label}`}
        onClick={onEdit}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={24} disabled={disabled} aria-label={`Rewrite ${label}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {instructs && !empty && (
            <>
              {instructions.map((word) => (
                <Menu.Item key={word} onClick={() => onRewrite(word.toLowerCase())}>
                  {word}
                </Menu.Item>
              ))}
              <Menu.Item onClick={onAsk}>Describe what to change…</Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => onRewrite()}>Write this field again from the session</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
