import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots } from '../ui/icons.ts'
import type { CopyAs } from './copy-note.ts'

interface ReportMenuProps {
  /** True if there is nothing to copy or print yet. */
  unready: boolean
  signed: boolean
  own: boolean
  onCopy: (as: CopyAs) => void
  onPrint: () => void
  onHistory: () => void
  onName: () => void
  onDelete: () => void
}

export function ReportMenu({
  unready,
  signed: isSigned,
  own: isOwnNote,
  onCopy,
  onPrint,
  onHistory,
  onName,
  onDelete,
}: ReportMenuProps) {
  return (
    <>
      <Button variant="default" leftSection={<IconCopy size={18} />} disabled={unready} onClick={() => onCopy('rich')}>
        Copy
      </Button>
      <section aria-label="Copy, print, history">
        <Menu position="top-start" withinPortal={false} withInitialFocusPlaceholder={false} shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" size={44} aria-label="More actions for this note">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={unready} onClick={() => onCopy('markdown')}>
              Copy as Markdown
            </Menu.Item>
            <Menu.Item disabled={unready} onClick={() => onCopy('text')}>
              Copy as plain text
            </Menu.Item>
            <Menu.Item disabled={unready} onClick={onPrint}>
              Print
            </Menu.Item>
            <Menu.Item onClick={onHistory}>History</Menu.Item>
            {isOwnNote && (
              <>
                <Menu.Item disabled={unready || isSigned} onClick={onName}>
                  Name of the patient…
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item c="var(--mantine-color-error)" disabled={isSigned} onClick={onDelete}>
                  {isSigned ? 'Delete (unlock the note first)' : 'Delete…'}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </section>
    </>
  )
}
