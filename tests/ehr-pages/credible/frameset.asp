<!-- As the EHR serves it; what stands in capitals is put in by the test server. -->
<html><head><title>Credible</title></head>
<frameset cols="200,*"><frame name="left" src="/visit/left.asp?visittemp_id=VISIT"><frame name="main" src="/visit/main.asp?category_id=CATEGORY&visittemp_id=VISIT&client_id=CLIENT"></frameset>
</html>
