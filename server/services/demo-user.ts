export const demoUser = { email: 'demo@chartside.example', password: 'chartside-demo' }
