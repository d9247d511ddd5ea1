/** In a visit about a mental illness, most mentions of it are not a part of the medical history. */
const mental =
  'depression|anxiety|bipolar(?: disorder)?|schizophrenia|ptsd|adhd|autism|eating disorder|panic disorder|insomnia'

const names = String.raw`
(?:congestive )?heart failure|chf|coronary (?:artery )?disease|heart disease|atrial fib(?:rillation)?|a-?fib|heart attacks?|myocardial infarction|stemi|angina
(?:mitral|aortic|tricuspid) (?:regurgitation|stenosis)|leaky valve|heart murmur|pacemaker|aneurysm|deep vein thrombosis|dvt|blood clots?|pulmonary embol\w+|peripheral (?:artery|vascular) disease
hypertension|high blood pressure|hyperlipidemia|hypercholesterolemia|high cholesterol|strokes?|tia
(?:type (?:1|2|one|two|i|ii) )?diabetes(?: (?:mellitus|type (?:1|2|one|two|i|ii)))*|diabetic|prediabetes|hypothyroidism|hyperthyroidism|thyroid (?:disease|problems?|cancer)|graves disease|obesity
asthma|copd|emphysema|chronic bronchitis|sleep apnea|pneumonia|tuberculosis|pulmonary fibrosis|seasonal allergies|hay fever
(?:iron deficiency )?anemia|anemic|leukemia|lymphoma|sickle cell|hemophilia|leukopenia
(?:breast|lung|prostate|colon|skin|ovarian|uterine|cervical|bladder|kidney|pancreatic|thyroid|throat) cancer|melanoma|carcinoma(?: in situ)?|dcis|cancer
(?:chronic )?kidney disease|kidney stones?|renal (?:failure|insufficiency)|kidney transplant|dialysis|cirrhosis|hepatitis(?: [abc])?|fatty liver|hiv|lupus|sarcoidosis
gerd|acid reflux|reflux|heartburn|barrett's(?: esophagus)?|stomach ulcers?|peptic ulcer\w*|ulcerative colitis|crohn's(?: disease)?|ibs|irritable bowel(?: syndrome)?|diverticul\w+|gallstones?|celiac disease|hemorrhoids|pancreatitis
osteoarthritis|rheumatoid arthritis|arthritis|osteoporosis|gout|fibromyalgia|scoliosis|degenerative disc disease|sciatica|carpal tunnel(?: syndrome)?|rotator cuff tear
epilepsy|seizures?|seizure disorder|migraines?|parkinson's(?: disease)?|multiple sclerosis|alzheimer's(?: disease)?|dementia|neuropathy|concussion
psoriasis|eczema|rosacea|glaucoma|cataracts?|macular degeneration|hearing loss|endometriosis|(?:uterine )?fibroids|pcos|bph|enlarged prostate|erectile dysfunction|hypogonadism|incontinence|down syndrome
`
  .trim()
  .split('\n')
  .join('|')

/** Matches an illness of the body. The text must be lower case. */
export const bodilyCondition = new RegExp(`\\b(?:${names})\\b`, 'g')

export const condition = new RegExp(`\\b(?:${names}|${mental})\\b`, 'g')

export const operation =
  /\b(?:\w{3,}(?:ectomy|plasty|otomy|ostomy|rrhaphy)|(?:appendix|gall ?bladder|tonsils?|uterus|ovary|ovaries|thyroid|wisdom teeth|spleen|kidney|prostate|polyps?|mole)(?: (?:was|were|had))? (?:taken out|removed|out)\b|(?:took|take|taken) (?:my|out my|her|his) (?:\w+ ){1,3}out\b|(?:c|cesarean)[- ]?sections?|bypass(?: surgery)?|(?:hip|knee|shoulder|valve|joint) replacements?|hernia repair|rotator cuff repair|(?:kidney|liver|heart|lung) transplant|tubes tied|tubal ligation|stents?|pacemaker|\b(?:back|knee|hip|shoulder|heart|sinus|eye|cataract|colon|foot|hand|wrist|ankle|neck|brain|breast|spine|spinal|bariatric|abdominal) surger(?:y|ies)|fusion|biopsy|discectomy|lasik|surger(?:y|ies)|operations?|operated on)\b/
