import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './dialog.module.css'

/** Up to this width, dialogs fill the screen, in pixels (product 14.6). */
export const fullScreenUpToPx = 600

/** A dialog. On narrow screens it fills the screen. */
export function Dialog(props: ModalProps) {
  const narrow = useMediaQuery(`(max-width: ${fullScreenUpToPx}px)`, undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      fullScreen={narrow}
      centered
      classNames={{ title: classes.title }}
      radius={narrow ? 0 : 'md'}
      // Mantine uses a `<header>` for the title. Without this role, it would be announced as the page's banner.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...props}
    />
  )
}
