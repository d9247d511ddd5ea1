import { Notifications } from '@mantine/notifications'
import { toastMs, toastsShown } from './toast.ts'

/** Where toasts appear; once per app. A toast shown earlier waits for it. */
export function Toasts() {
  return <Notifications position="top-center" limit={toastsShown} autoClose={toastMs.blank} containerWidth={340} />
}
