import { Modal, type ModalProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './dialog.module.css'

/** Dialogs fill the screen up to this width, in pixels (spec §9). */
export const fullScreenUpToPx = 600

/** A dialog; full screen on narrow screens. */
export function Dialog(props: ModalProps) {
  const narrow = useMediaQuery(`(max-width: ${fullScreenUpToPx}px)`, undefined, { getInitialValueInEffect: false })
  return (
    <Modal
      fullScreen={narrow}
      centered
      classNames={{ title: classes.title }}
      radius={narrow ? 0 : 'md'}
      // A dialog's title is no banner of the page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      {...props}
    />
  )
}
