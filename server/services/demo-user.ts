/** The demo user. The password is public, because the demo contains only invented patients. */
export const demoUser = { email: 'demo@chartside.example', password: 'chartside-demo' }
