import { Button, Group } from '@mantine/core'

export interface SmallButton {
  label: string
  /**
   * The text for screen readers. It names the action and the record, because "Edit" alone does not say what is edited.
   */
  name: string
  onClick: () => void
  color?: string
  loading?: boolean
}

export function SmallButtons({ buttons, wrap = false }: { buttons: SmallButton[]; wrap?: boolean }) {
  return (
    <Group gap="xs" wrap={wrap ? 'wrap' : 'nowrap'} justify="flex-end">
      {buttons.map(({ label, name, onClick, color, loading = false }) => (
        <Button
          key={label}
          size="sm"
          variant="default"
          {...(color ? { c: color } : {})}
          loading={loading}
          aria-label={name}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
