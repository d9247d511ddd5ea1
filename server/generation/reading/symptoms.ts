/** A physical symptom and the words that people use for it. */
export interface Symptom {
  id: string
  /** The name of the symptom in a note. */
  name: string
  /** The heading in a review of systems under which the symptom belongs. */
  system: string
  phrases: RegExp
  /** Questions about the symptom in words that `phrases` does not match, such as "the chest?". */
  asked?: RegExp
}

const sore = (place: string) =>
  `(?:${place}) (?:pain|aches?|aching|hurts?|hurting|soreness|cramps?|discomfort)\\b|(?:pain|aches?|discomfort|cramps?|hurts?) (?:\\w+ )?(?:in|at|of|around|on) (?:my|your|the|her|his|their) (?:\\w+ )?(?:${place})\\b|(?:${place}) (?:does n't |doesn't |don't |do )?(?:really )?(?:hurts?|aches?|is (?:sore|killing))`

/**
 * One symptom in each line, with the columns: id :: system :: name :: pattern of what people say :: pattern of other
 * questions about the symptom. `PAIN knee` stands for a pattern of all ways to say that the knee hurts.
 */
const table = String.raw`
fever :: Constitutional :: fever :: (?<!hay )fevers?\b|feverish|febrile|(?:run(?:ning)?|had|have) a (?:high )?temperature\b
chills :: Constitutional :: chills :: chills?\b|chilling\b|shivering
night_sweats :: Constitutional :: night sweats :: night ?sweats?\b|sweat(?:s|ing)? at night|wake up (?:\w+ )?sweat
fatigue :: Constitutional :: fatigue :: fatigued?\b|tired(?! of)(?:ness)?\b|exhaust(?:ed|ion)|no energy|lack of,? (?:uh,? )?energy|low energy|worn out
weight_loss :: Constitutional :: weight loss :: weight loss|los(?:t|ing|e) (?:\w+ )?(?:\w+ )?(?:weight|pounds)|unintentional weight
weight_gain :: Constitutional :: weight gain :: weight gain|gain(?:ed|ing)? (?:\w+ )?(?:\w+ )?(?:weight|pounds)|put on (?:weight|\w+ pounds)
chest_pain :: Cardiovascular :: chest pain :: chest (?:pains?|pressure|tightness|discomfort|hurts?|heaviness|cramps?)\b|(?:pain|pressure|tightness|discomfort|heaviness) (?:\w+ )?(?:in|across|over|on) (?:my|your|the|her|his) chest|chest (?:feels|is|gets|got) (?:\w+ )?tight :: (?:^|and |how's |how is |about )(?:the|your) chest\b(?! (?:x|film|ct|tube|like|and))
palpitations :: Cardiovascular :: palpitations :: palpitations?\b|heart (?:is |was |starts? |keeps? |has been )?(?:racing|pounding|flutter\w*|skipp\w+)|pounding in (?:my|your|the) chest|racing heart :: heart (?:race|skip|flutter|pound)
swelling :: Cardiovascular :: swelling :: swell(?:ing|s)?\b|swollen|edema\b|puffy
fainting :: Cardiovascular :: fainting :: faint(?:ed|ing|s)?\b|pass(?:ed|ing)? out|syncope|black(?:ed|ing)? out|lost consciousness|loss of consciousness
shortness_of_breath :: Respiratory :: shortness of breath :: short(?:ness)? of(?: \w+)? breath|out of breath|(?:trouble|problems?|difficult(?:y|ies)|hard time|issues?) (?:with )?(?:\w+ )?breath(?:ing)?|(?:can't|can not|couldn't|cannot|ca not) (?:catch (?:my|your) breath|breathe)|winded\b|dyspnea|breathless|hard to breathe :: \bbreath(?:e|ing)\b
cough :: Respiratory :: cough :: cough(?:s|ed|ing)?\b
wheezing :: Respiratory :: wheezing :: wheez(?:e|es|ed|ing)\b
nausea :: Gastrointestinal :: nausea :: nause(?:a|ous|ated|ating)\b|queasy|sick to (?:my|your|the) stomach
vomiting :: Gastrointestinal :: vomiting :: vomit(?:s|ed|ing)?\b|(?:throw(?:n|ing)?|threw) (?:\w+ )?up\b
diarrhea :: Gastrointestinal :: diarrhea :: diarrhea|loose stools?
constipation :: Gastrointestinal :: constipation :: constipat(?:ed|ion)
abdominal_pain :: Gastrointestinal :: abdominal pain :: PAIN abdom(?:en|inal)|belly|stomach|tummy :: \b(?:belly|abdomen|stomach)\b
heartburn :: Gastrointestinal :: heartburn :: heartburn|acid reflux|indigestion
swallowing :: Gastrointestinal :: difficulty swallowing :: (?:trouble|difficulty|problems?|hard time|painful|pain|hurts|hard)(?: \w+)? (?:to )?swallow(?:ing)?|dysphagia|swallowing (?:problem|trouble)
blood_in_stool :: Gastrointestinal :: blood in the stool :: blood in (?:my|your|the) stools?|bloody stools?|black,? (?:tarry )?stools?|rectal bleeding
urinary_pain :: Genitourinary :: painful urination :: (?:burning|pain|painful|hurts?|stinging)(?: \w+){0,3} (?:urinat\w+|pee(?:ing)?\b|pass(?:ing)? (?:water|urine))|dysuria|painful urination
urinary_frequency :: Genitourinary :: frequent urination :: frequent urination|urinat\w+ (?:a lot|more|frequently|often)|(?:pee|peeing) (?:a lot|more|often)|urinary frequency
blood_in_urine :: Genitourinary :: blood in the urine :: blood in (?:my|your|the) urine|bloody urine|hematuria
headache :: Neurological :: headaches :: head ?aches?\b|migraines?\b|my head hurts
dizziness :: Neurological :: dizziness :: dizz(?:y|iness)|light-? ?headed(?:ness)?|vertigo|room (?:is )?spinning
numbness :: Neurological :: numbness :: numb(?:ness|ing)?\b|pins and needles
tingling :: Neurological :: tingling :: tingl(?:e|es|ing|y)\b|pins and needles
weakness :: Neurological :: weakness :: weakness\b|(?:legs?|arms?|hands?|feel|feeling) (?:is |are |feels? |so |very |really )*weak\b
seizures :: Neurological :: seizures :: seizures?\b|convulsions?
vision :: Eyes :: vision changes :: (?:blurr(?:y|ed)|double|loss of|changes? (?:in|to|with) (?:my|your|the)?) ?vision|vision (?:changes?|loss|problems?|issues?|got worse)|vision (?:is|has)|eyesight :: \b(?:vision|eyesight|eyes)\b
hearing :: Ears, nose, throat :: hearing loss :: hearing (?:loss|problems?|issues?)|can't hear|hard of hearing
sore_throat :: Ears, nose, throat :: sore throat :: (?:sore|scratchy) throat|throat (?:pain|hurts|is sore)
congestion :: Ears, nose, throat :: nasal congestion :: congest(?:ed|ion)|stuffy nose|stuffed up|runny nose|nose runs
back_pain :: Musculoskeletal :: back pain :: PAIN (?:lower |upper |mid )?back :: \bback (?:hurt|pain|ache)|\byour back\b
neck_pain :: Musculoskeletal :: neck pain :: PAIN neck
joint_pain :: Musculoskeletal :: joint pain :: PAIN joints?
muscle_aches :: Musculoskeletal :: muscle aches :: muscle (?:aches?|pains?|soreness)|body aches?|myalgias?|achy
knee_pain :: Musculoskeletal :: knee pain :: PAIN knees?
hip_pain :: Musculoskeletal :: hip pain :: PAIN hips?
shoulder_pain :: Musculoskeletal :: shoulder pain :: PAIN shoulders?
calf_pain :: Musculoskeletal :: calf pain :: PAIN calf|calves
leg_pain :: Musculoskeletal :: leg pain :: PAIN legs?
falls :: Musculoskeletal :: falls :: fall(?:s|en)\b(?! (?:a)?sleep)|fell (?:down|over|off)
rash :: Skin :: rash :: rash(?:es)?\b|hives\b
itching :: Skin :: itching :: itch(?:y|ing|es)?\b
bruising :: Skin :: bruising :: bruis(?:e|es|ed|ing)\b
bleeding :: Hematologic :: bleeding :: bleed(?:s|ing)?\b|nosebleeds?
hot_flashes :: Endocrine :: hot flashes :: hot flash(?:es)?
snoring :: Sleep :: snoring :: snor(?:e|es|ed|ing)\b
`

/** Symptoms that visits commonly ask about. Patterns match lower-case text. */
export const symptoms: readonly Symptom[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', system = '', name = '', phrases = '', asked] = line.split(' :: ')
    const words = phrases.startsWith('PAIN ') ? sore(phrases.slice('PAIN '.length)) : phrases
    return {
      id,
      system,
      name,
      phrases: new RegExp(`\\b(?:${words})`),
      ...(asked === undefined ? {} : { asked: new RegExp(asked) }),
    }
  })
