import { Notifications } from '@mantine/notifications'
import { toastMs, toastsShown } from './toast.ts'
import classes from './toasts.module.css'

/**
 * The container in which toasts appear. Render it once per app. If `toast` is called before this container is mounted,
 * the toast appears when the container is mounted.
 */
export function Toasts() {
  return (
    <Notifications
      position="bottom-center"
      limit={toastsShown}
      autoClose={toastMs.blank}
      containerWidth={340}
      classNames={{ root: classes.toasts }}
    />
  )
}
